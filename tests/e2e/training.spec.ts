import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, keepPage, useServer, visit } from '#tests/support/e2e.ts';

const server = useServer();

let page: Page;
keepPage(server, (kept) => {
  page = kept;
});

async function openAgent(): Promise<void> {
  await visit(page, `${server.url}/chatbot`);
  await page.getByRole('list', { name: 'Agents' }).getByText('Fern', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Training Center' })).toBeVisible();
}

async function ask(question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask Fern something' }).fill(question);
  await page.keyboard.press('Enter');
}

async function addByHand(title: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'Add knowledge Title and text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add knowledge' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Content').fill(content);
  await dialog.getByRole('button', { name: 'Add Knowledge' }).click();
  await expect(dialog).toBeHidden();
}

// S2.10-16 S2.10-17 S2.10-20 S5-25 S8-26
test('an agent is taught by hand and the list shows 80 characters', async () => {
  await openAgent();
  await expect(page.getByRole('heading', { name: 'Test chat' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Upload files/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add knowledge Title and text' }).click();
  const add = page.getByRole('button', { name: 'Add Knowledge', exact: true });
  await expect(add).toBeDisabled();
  await page.getByLabel('Title').fill('Hearth');
  await expect(add).toBeDisabled();
  const content = `Hearth is made of chamomile flowers and holds no caffeine. ${'Steep it for five minutes. '.repeat(4)}`;
  await page.getByLabel('Content').fill(content);
  await add.click();
  await expect(page.getByText('Knowledge Added', { exact: true })).toBeVisible();
  const row = page.getByRole('list', { name: 'What Fern knows' }).getByRole('listitem').first();
  await expect(row.locator('[data-part=preview]')).toHaveText(`${content.slice(0, 80).trimEnd()}…`);
});

test('knowledge that somebody has begun to write is there again when the dialog was closed, until it is added', async () => {
  await openAgent();
  const open = () => page.getByRole('button', { name: 'Custom training' }).click();
  await open();
  const dialog = page.getByRole('dialog', { name: 'Custom training' });
  await dialog.getByLabel('Question').fill('Is Hearth for the evening?');
  await dialog.getByLabel('Answer').fill('Yes, it holds no caffeine.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await open();
  await expect(dialog.getByLabel('Question')).toHaveValue('Is Hearth for the evening?');
  await expect(dialog.getByLabel('Answer')).toHaveValue('Yes, it holds no caffeine.');
  await dialog.getByRole('button', { name: 'Add Knowledge' }).click();
  await expect(page.getByText('Knowledge Added', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await open();
  await expect(dialog.getByLabel('Question')).toHaveValue('');
  await page.keyboard.press('Escape');
});

// S2.10-21 S3-26 S5-26 S5-27
test('the test chat answers with its sources, by the keyboard', async () => {
  await openAgent();
  await addByHand('Meadow', 'Meadow tea is made of lavender and costs 9 dollars.');
  const send = page.getByRole('button', { name: 'Send' });
  await expect(send).toBeDisabled();
  const field = page.getByRole('textbox', { name: 'Ask Fern something' });
  await field.fill('   ');
  await expect(send).toBeDisabled();
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await expect(log.getByText('You: ')).toHaveCount(0);
  await ask('What is Meadow tea made of?');
  await expect(log.getByText('What is Meadow tea made of?')).toBeVisible();
  await expect(log.getByText(/Meadow tea is made of lavender/).first()).toBeVisible();
  await expect(log.getByText('Fern', { exact: true })).toBeVisible();
  await log.getByRole('list', { name: 'Sources' }).getByRole('button').first().click();
  const item = page.getByRole('dialog', { name: 'Meadow' });
  await expect(item.locator('[aria-current=location]')).toContainText('lavender');
  await expectAccessible(page);
});

test('the test chat says that the team is not notified, and offers a way out of an emergency', async () => {
  await openAgent();
  await ask('I want to kill myself');
  const note = page.getByText("Test mode: your team isn't notified.");
  await expect(note).toBeVisible();
  await ask('What is Meadow tea made of?');
  await expect(page.getByRole('log').getByText(/has been told and will answer here/)).toBeVisible();
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(note).toBeHidden();
  await ask('What is Meadow tea made of?');
  await expect(
    page
      .getByRole('log')
      .getByText(/lavender/)
      .first(),
  ).toBeVisible();
});

// S2.10-18 S2.10-19
test('an answer is kept as knowledge, and a question with its answer is added', async () => {
  await openAgent();
  await addByHand('Willow', 'Willow balm holds beeswax and mint.');
  await ask('What does Willow balm hold?');
  await expect(
    page
      .getByRole('log')
      .getByText(/beeswax and mint/)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Train from chat Keep a good answer' }).click();
  const chat = page.getByRole('dialog', { name: 'Train from chat' });
  await expect(chat.getByLabel('Title')).toHaveValue('What does Willow balm hold?');
  await chat.getByRole('button', { name: 'Add Knowledge' }).click();
  const list = page.getByRole('list', { name: 'What Fern knows' });
  await expect(list.getByRole('listitem').first()).toContainText('From chat');
  await page.getByRole('button', { name: 'Custom training Guided questions' }).click();
  const guided = page.getByRole('dialog', { name: 'Custom training' });
  await guided.getByLabel('Question').fill('Is Willow balm vegan?');
  await guided.getByLabel('Answer').fill('No, it holds beeswax.');
  await guided.getByRole('button', { name: 'Add Knowledge' }).click();
  await guided.getByRole('button', { name: 'Done' }).click();
  await expect(list.getByRole('listitem').first()).toContainText('Guided');
});

// S8-20 S8-21
test('what fails says so and keeps what was written', async () => {
  await openAgent();
  await page.route('**/api/chatbot/chat/stream', (route) => route.fulfill({ status: 503, body: 'down' }));
  await ask('Anybody there?');
  await expect(page.getByText('Chat Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to get response. Please try again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Ask Fern something' })).toHaveValue('Anybody there?');
  await page.route('**/api/chatbot/knowledge', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Add knowledge Title and text' }).click();
  await page.getByLabel('Title').fill('A');
  await page.getByLabel('Content').fill('B');
  await page.getByRole('button', { name: 'Add Knowledge', exact: true }).click();
  await expect(page.getByText('Failed to Add Knowledge', { exact: true })).toBeVisible();
});

// S2.10-17 S7-35 S8-27
test('a file is sent through the upload widget, read and answered from', async () => {
  await openAgent();
  await page.getByRole('button', { name: /Upload files/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload files' });
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'harbour.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The harbour stall sells gift boxes on Sundays.'),
    });
  await dialog.getByRole('button', { name: /^Upload 1 file/ }).click();
  await expect(page.getByText('Training Material Uploaded', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  // Of what cannot be read it is said why, in sight.
  for (const [name, text, words] of [
    ['fake.pdf', 'plainly not a pdf', 'This is not a .pdf file inside.'],
    ['empty.txt', '', 'This file is empty.'],
  ] as const) {
    await page.getByRole('button', { name: /Upload files/ }).click();
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    await dialog.locator('input[type=file]').first().setInputFiles(file);
    // What is empty is told at once, and there is nothing to send.
    if (text !== '') await dialog.getByRole('button', { name: /^Upload 1 file/ }).click();
    await expect(dialog.getByRole('alert').getByText(words)).toBeVisible();
    await expect(dialog.getByRole('button', { name: /retry|^Upload 1 file/i })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  const list = page.getByRole('list', { name: 'What Fern knows' });
  await expect(list.getByRole('listitem').first()).toContainText('harbour.txt');
  await ask('When does the harbour stall sell gift boxes?');
  await expect(
    page
      .getByRole('log')
      .getByText(/on Sundays/)
      .first(),
  ).toBeVisible();
});
