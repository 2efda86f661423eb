// The low-level SHA-256 context lives on the stack and costs no allocation; OpenSSL 3 marks it
// deprecated in favour of a heap object that is six times slower for one hash.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
