import { z } from 'zod';
import { findCondition } from '#features/compliance/rules-conditions.ts';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';

/** Most tags of one lead. */
export const MOST_TAGS = 20;

/** A tag says something of a person, so it never names a health condition. */
export const Tag = z
  .string()
  .trim()
  .min(1, 'Enter a tag.')
  .max(40, 'At most 40 characters.')
  .regex(/^[^\p{Cc},;]*$/u, 'A tag holds no comma or semicolon.')
  .superRefine((tag, context) => {
    const condition = findCondition(tag);
    if (condition === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `“${condition}” is a health condition, and the tag would say that this person has it. Tag what they look for, for example “Evening routines”.`,
    });
  });

export const Tags = z.array(Tag).max(MOST_TAGS, `At most ${MOST_TAGS} tags.`);

/** What is asked for; a condition is no tag, so asking for one finds nobody. */
export const TagFilter = z.string().trim().min(1).max(40, 'At most 40 characters.');

const NoteText = z
  .string()
  .trim()
  .min(1, 'Write something.')
  .max(2_000, 'At most 2,000 characters.')
  .superRefine((text, context) => {
    const condition = findCondition(text);
    if (condition === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `“${condition}” is a health condition, and none is kept about a person. Write what they look for.`,
    });
  });

export const NewNote = z.object({ text: NoteText });

export const LeadNote = z.object({
  id: z.uuid(),
  leadId: z.uuid(),
  text: z.string(),
  /** Null once the author has left the workspace. */
  authorName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
});
export type LeadNote = z.infer<typeof LeadNote>;

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/leads/:id/notes',
  access: 'viewer',
  summary: 'The notes about a lead, newest first',
  params: IdParams,
  response: z.array(LeadNote),
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/leads/:id/notes',
  access: 'member',
  summary: 'Write a note about a lead; it stands in the timeline',
  params: IdParams,
  body: NewNote,
  response: LeadNote,
  status: 201,
});

export const changeNote = endpoint({
  method: 'PATCH',
  path: '/api/leads/notes/:id',
  access: 'member',
  summary: 'Change the words of a note',
  params: IdParams,
  body: NewNote,
  response: LeadNote,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/leads/notes/:id',
  access: 'member',
  summary: 'Delete a note; it can be restored for a while',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreNote = endpoint({
  method: 'POST',
  path: '/api/leads/notes/:id/restore',
  access: 'member',
  summary: 'Bring a deleted note back (Undo)',
  params: IdParams,
  response: LeadNote,
});

export const listTags = endpoint({
  method: 'GET',
  path: '/api/leads/tags',
  access: 'viewer',
  summary: 'The tags in use, in alphabetical order',
  response: z.array(z.string()),
});
