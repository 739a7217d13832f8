/* What Scripts/older-libc links in beside glibc 2.31. libstdc++ reads this variable of glibc 2.32 to leave out atomic
   instructions while a program has one thread; 0 means that they are never left out. */
char __libc_single_threaded = 0;
