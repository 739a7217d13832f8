/* libyaml's event interface, as Swift can call it. */
#ifndef APUS_CYAML_SHIM_H
#define APUS_CYAML_SHIM_H

#include <yaml.h>

#endif
