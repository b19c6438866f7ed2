/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One in ten of the peers that are interested is served (unchoked), but a few at least; each for a turn, one after the
 * other. Many at once would have little each, and their requests would be all over the disk. */
#include "seeder.h"

static uint32_t places(void) {
  uint32_t tenth = (seeder.choked_count + seeder.unchoked_count + 9) / 10;
  return tenth > seeder.options.slots ? tenth : seeder.options.slots;
}

static void serve(struct peer *peer) {
  TAILQ_REMOVE(&seeder.choked, peer, interest);
  seeder.choked_count--;
  TAILQ_INSERT_TAIL(&seeder.unchoked, peer, interest);
  seeder.unchoked_count++;
  peer->served = true;
  peer->turn_began = now_ms();
  fl_signal(&peer->work);
}

static void choke(struct peer *peer) {
  TAILQ_REMOVE(&seeder.unchoked, peer, interest);
  seeder.unchoked_count--;
  peer->served = false;
  peer->forgot = peer->told;
  upload_forget(peer); /* as the protocol has it: it asks again when it is served again */
  fl_signal(&peer->work);
}

void turns_fill(void) {
  while (seeder.unchoked_count < places() && !TAILQ_EMPTY(&seeder.choked)) serve(TAILQ_FIRST(&seeder.choked));
}

void turns_interested(struct peer *peer, bool interested) {
  if (interested == peer->interested) return;
  peer->interested = interested;
  if (interested) {
    TAILQ_INSERT_TAIL(&seeder.choked, peer, interest);
    seeder.choked_count++;
  } else if (peer->served) {
    choke(peer);
  } else {
    TAILQ_REMOVE(&seeder.choked, peer, interest);
    seeder.choked_count--;
  }
  turns_fill();
}

/* Those whose turn is over make place for as many as wait. */
static void change(void) {
  uint64_t now = now_ms();
  for (uint32_t waiting = seeder.choked_count; waiting > 0; waiting--) {
    struct peer *peer = TAILQ_FIRST(&seeder.unchoked);
    if (!peer || now - peer->turn_began < seeder.options.turn) break;
    choke(peer);
    TAILQ_INSERT_TAIL(&seeder.choked, peer, interest);
    seeder.choked_count++;
  }
  turns_fill();
}

cps void turns(void *nothing) {
  (void)nothing;
  while (fl_sleep(seeder.options.turn / 4 + 1, NULL) == 0) change();
}
