import { templateProblem, templateVariables } from '../../../form/template.ts';
import { LISTS } from '../../../spec/methods.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { Subject } from '../../subject.ts';

type Id = 'template-syntax' | 'template-without-variable';

/** Templates that nothing can expand, and those where there is nothing to expand. */
export const templateFindings = ({ surface }: Subject): readonly FamilyFinding<Id>[] =>
  (surface.lists.resourceTemplates ?? []).flatMap(({ name }): readonly FamilyFinding<Id>[] => {
    const place = { item: `${LISTS.resourceTemplates.noun}:${name}`, path: '/uriTemplate' };
    if (name === '') return [];
    const problem = templateProblem(name);
    if (problem !== undefined)
      return [
        {
          id: 'template-syntax',
          ...place,
          message: `the template ${visible(name)} cannot be expanded: ${problem}`,
        },
      ];
    if (templateVariables(name).length > 0) return [];
    const meant = /[:<$%]\w+|<\w+>|\*/.exec(name.replace(/^[\w+.-]+:\/\//, ''))?.[0];
    const hint = meant === undefined ? '' : `; ${visible(meant)} is not one`;
    return [
      {
        id: 'template-without-variable',
        ...place,
        message: `the template ${visible(name)} has no variable${hint}`,
      },
    ];
  });
