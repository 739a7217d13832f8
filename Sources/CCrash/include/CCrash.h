#pragma once

/* From now on a fault of this process leaves a report in the folder, which is created then, and one line on standard
   error that names it. The handler then does what the signal does by itself. Call it once, before other threads exist.
   heading is one line that names the program; both strings must live as long as the process. */
void ccrash_install(const char *_Nonnull folder, const char *_Nonnull heading);

/* The commit that this program was built from; empty if the build did not say. */
const char *_Nonnull ccrash_commit(void);
