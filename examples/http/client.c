/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "client.h"

#include <string.h>
#include <time.h>

_Static_assert(HTTP_DATE_SIZE == FL_now_CAPACITY && FL_File_modified_CAPACITY == FL_now_CAPACITY, "dates");

const struct fl_bytes29 *site_date(struct site *site, uint64_t now_ms) {
  if (site->date_ms == 0 || now_ms - (site->date_ms - 1) >= 500) {
    site->date_ms = now_ms + 1;
    site->date.len = HTTP_DATE_SIZE;
    http_date((int64_t)time(NULL), (char *)site->date.data);
  }
  return &site->date;
}

void client_forget_file(struct client *client) {
  if (client->file) file_release(client->file);
  client->file = NULL;
}

struct fl_File client_look_up(struct site *site, struct client *client, uint64_t now_ms) {
  struct fl_File found = {0};
  client_forget_file(client);
  found.status = files_find(site->files, site->out.data, site->out.len, now_ms, &client->file);
  if (found.status != 200) return found;
  const struct file *file = client->file;
  size_t type_length = strlen(file->type);
  if (type_length > sizeof found.type.data) type_length = 0;
  found.size = file->size;
  found.type.len = (uint8_t)type_length;
  memcpy(found.type.data, file->type, type_length);
  found.modified.len = HTTP_DATE_SIZE;
  memcpy(found.modified.data, file->modified, HTTP_DATE_SIZE);
  return found;
}

void client_begin(const struct site *site, struct client *client, uint64_t now_ms) {
  if (client->due_ms == 0) client->due_ms = now_ms + site->timeout_ms;
}

uint32_t client_patience(const struct site *site, const struct client *client, uint64_t now_ms) {
  if (client->due_ms == 0) return site->timeout_ms;
  return client->due_ms > now_ms ? (uint32_t)(client->due_ms - now_ms) : 0;
}
