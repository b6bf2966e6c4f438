// All of it is inline; a target needs a source file.
#include "CProcessor.h"
