/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Trackers, by HTTP, with libcurl's blocking interface: in a detached thread, like the look-up of the tracker's name,
 * which libcurl does. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bencode.h"
#include "seeder.h"

#define ANSWER_MOST (64 << 10)
#define AT_LEAST_MS 60000
#define AT_MOST_MS 86400000

struct answer {
  char *text;
  size_t length;
};

static size_t more(char *bytes, size_t one, size_t length, void *to) {
  struct answer *answer = to;
  if (length > ANSWER_MOST - answer->length) return 0; /* an error */
  memcpy(answer->text + answer->length, bytes, one * length);
  answer->length += length;
  return length;
}

static void in_hexadecimal(char *to, const void *bytes) {
  for (size_t i = 0; i < HASH; i++) sprintf(to + 3 * i, "%%%02x", ((const unsigned char *)bytes)[i]);
}

static char *url(const char *tracker, const struct torrent *torrent, const char *event) {
  char *result, hash[3 * HASH + 1], id[3 * HASH + 1];
  in_hexadecimal(hash, torrent->hash);
  in_hexadecimal(id, seeder.id);
  if (asprintf(&result, "%s%cinfo_hash=%s&peer_id=%s&port=%u&uploaded=%llu&downloaded=0&left=0&compact=1&numwant=0%s%s",
               tracker, strchr(tracker, '?') ? '&' : '?', hash, id, seeder.options.port,
               (unsigned long long)torrent->uploaded, *event ? "&event=" : "", event) == -1)
    return NULL;
  return result;
}

#define WHY 200
static bool no(char why[WHY], const char *because) {
  snprintf(why, WHY, "%s", because);
  return false;
}

/* True: in how many ms the tracker wants to hear of us again. False: why not. */
static bool interpret(const struct answer *answer, uint32_t *again, char why[WHY]) {
  struct value all, failure, number;
  uint64_t seconds;
  if (!bencode_parse(answer->text, answer->length, &all) || *all.start != 'd') return no(why, "an answer that is none");
  if (bencode_get(all, "failure reason", &failure) && bencode_string(failure, &failure)) {
    char *reason = bencode_printable(failure);
    no(why, reason ? reason : "the tracker refuses");
    free(reason);
    return false;
  }
  if (bencode_get(all, "interval", &number) && bencode_number(number, &seconds))
    *again = seconds < AT_LEAST_MS / 1000  ? AT_LEAST_MS
             : seconds < AT_MOST_MS / 1000 ? (uint32_t)seconds * 1000
                                           : AT_MOST_MS;
  return true;
}

/* Blocks. */
static bool ask(const char *address, long timeout, uint32_t *again, char why[WHY]) {
  struct answer answer = {malloc(ANSWER_MOST), 0};
  CURL *curl = curl_easy_init();
  bool good = false;
  if (curl && answer.text) {
    long status = 0;
    curl_easy_setopt(curl, CURLOPT_URL, address);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, timeout);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "fairlead-seeder");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, more);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
    if (seeder.options.address) curl_easy_setopt(curl, CURLOPT_INTERFACE, seeder.options.address);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    good = code != CURLE_OK ? no(why, curl_easy_strerror(code))
           : status != 200  ? no(why, "no answer with status 200")
                            : interpret(&answer, again, why);
  } else {
    no(why, strerror(ENOMEM));
  }
  curl_easy_cleanup(curl);
  free(answer.text);
  return good;
}

/* The first tracker that answers. False: none does. */
static cps bool announce(struct torrent *torrent, const char *event, long timeout, uint32_t *again) {
  for (size_t i = 0; i < torrent->trackers_count; i++) {
    char *address = url(torrent->trackers[i], torrent, event);
    if (!address) continue;
    char why[WHY];
    bool good;
    fl_detached { good = ask(address, timeout, again, why); }
    free(address);
    if (good) return true;
    fprintf(stderr, "seeder: %s: %s: %s\n", torrent->name, torrent->trackers[i], why);
  }
  return false;
}

cps void announcer(void *argument) {
  struct torrent *torrent = argument;
  const char *event = "started";
  uint32_t failed = AT_LEAST_MS / 2;
  bool known = false;
  int slept = 0;
  while (slept == 0) {
    uint32_t again = 1800000;
    if (announce(torrent, event, 30, &again)) {
      known = true;
      event = "";
      failed = AT_LEAST_MS / 2;
    } else {
      failed = failed < 900000 ? failed * 2 : 1800000;
      again = failed;
    }
    slept = fl_sleep(again, NULL);
  }
  uint32_t never;
  if (known) announce(torrent, "stopped", 5, &never);
}
