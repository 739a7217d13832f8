// Reads a JSON file into simdjson's DOM, as the whole work of a process: what the scan of Apus is held against.
#include <cstdio>
#include <simdjson.h>

int main(int count, char **arguments) {
  if (count != 2) return 2;
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.load(arguments[1]).get(root)) return 1;
  std::printf("%d\n", static_cast<int>(root.type()));
  return 0;
}
