@testable import Interchange

extension Reader {
  private static func imported(
    _ format: ImportFormat, _ name: String, upTo largest: Int = 1 << 15, _ make: @escaping @Sendable (Int) -> String
  ) -> Reader {
    text("\(format.rawValue): \(name)", upTo: largest, make) { _ = try? format.read($0, name: "c") }
  }

  static let imports: [Reader] = [
    imported(.har, "many entries") { count in
      #"{"log":{"entries":["# + copies(count) { #"{"request":{"method":"GET","url":"http://h/\#($0)"}},"# } + "{}]}}"
    },
    imported(.har, "a query that stands twice") { count in
      #"{"method":"GET","url":"http://h/?"# + copies(count) { "n\($0)=v&" } + #"","queryString":["#
        + copies(count) { #"{"name":"n\#(count - 1 - $0)","value":"v"},"# } + "{}]}"
    },
    imported(.postman, "many requests") { count in
      #"{"info":{"name":"c","schema":"v2.1.0"},"item":["#
        + copies(count) { #"{"name":"r","request":{"method":"GET","url":"http://h/\#($0)"}},"# } + "{}]}"
    },
    imported(.postman, "many rows") { count in
      let rows = "[" + copies(count) { #"{"key":"n\#($0)","value":"v"},"# } + "{}]"
      return #"{"info":{"name":"c","schema":"v2.1.0"},"item":[{"name":"r","request":{"url":{"raw":"http://h","query":"#
        + rows + #","variable":"# + rows + #"},"header":"# + rows + "}}]}"
    },
    imported(.insomnia, "many requests") { count in
      #"{"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},"#
        + copies(count) { #"{"_id":"r\#($0)","_type":"request","parentId":"w","url":"http://h","name":"r"},"# } + "{}]}"
    },
    imported(.insomnia, "many groups, each with a request") { count in
      #"{"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},"#
        + copies(count) { #"{"_id":"g\#($0)","_type":"request_group","parentId":"w","name":"g"},"# }
        + copies(count) { #"{"_id":"r\#($0)","_type":"request","parentId":"g\#($0)","url":"http://h"},"# } + "{}]}"
    },
    imported(.insomnia, "a chain of groups below a circle, the innermost first") { count in
      #"{"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},"#
        + copies(count) { #"{"_id":"g\#($0)","_type":"request_group","parentId":"g\#($0 + 1)","name":"g"},"# }
        + #"{"_id":"g\#(count)","_type":"request_group","parentId":"g\#(count)","name":"g"}]}"#
    },
    imported(.http, "many requests") { copies($0) { "GET http://h/\($0)\n\n###\n" } },
    imported(.http, "empty lines before a body") {
      "POST http://h\nA: b\n\n" + String(repeating: "\n", count: $0) + "body\n"
    },
    imported(.http, "headers, directives and variables") { count in
      copies(count) { "@v\($0) = 1\n" } + "GET http://h\n" + copies(count) { "n\($0): v\n# @tag t\n" }
    },
    imported(.http, "handlers that never close") { "GET http://h\n\n" + copies($0) { _ in "> {%\nx\n" } },
    imported(.http, "requests without lines between them") { copies($0) { "# @name \($0)\nGET http://h/\($0)\n\n" } },
    imported(.http, "scripts that never close") { "GET http://h\n\n" + copies($0) { _ in "{{\nx\n" } },
    imported(.hurl, "many requests") { copies($0) { "GET http://h/\($0)\nHTTP 200\n[Asserts]\nstatus == 200\n" } },
    imported(.hurl, "many remarks") { copies($0) { "GET http://h/\($0)\n[Odd]\na: b\n" } },
    imported(.hurl, "comments") { copies($0) { "# \($0)\n" } + "GET http://h\n" + copies($0) { "# \($0)\n\n" } },
    imported(.hurl, "texts that never close") { "GET http://h\n" + copies($0) { _ in "```x\n`y\n\"z\n" } },
    imported(.hurl, "variables that never close") { "GET http://h/" + copies($0) { _ in "{{a" } + "\n" },
    imported(.bruno, "many rows") { "get {\n  url: http://h\n}\nheaders {\n" + copies($0) { "  n\($0): v\n" } + "}\n" },
    imported(.json, "many requests") { count in
      #"{"format":"x","name":"c","items":["# + copies(count) { #"{"name":"r\#($0)","method":"GET","url":"http://h"},"# }
        + "{}]}"
    },
    text("Which format a text has", upTo: 1 << 15) {
      copies($0) { "word \($0): x\n" }
    } read: {
      _ = ImportFormat.detect($0)
    },
  ]

  static let curl: [Reader] = [
    imported(.curl, "many commands") { copies($0) { "curl http://h/\($0)\n" } },
    imported(.curl, "many headers") { "curl http://h" + copies($0) { " \\\n -H 'n\($0): v'" } },
    imported(.curl, "many pieces of data") { "curl http://h" + copies($0) { " -d a\($0)=b" } },
    imported(.curl, "many parts of a form") { "curl http://h" + copies($0) { " -F a\($0)=b" } },
    imported(.curl, "a long text in quotes") { "curl http://h -d '" + copies($0) { "line \($0)\n" } + "'" },
    imported(.curl, "a word of many quoted pieces") { "curl http://h -d " + copies($0) { _ in "'a'\"b\"" } },
    imported(.curl, "quotes and braces that never close") { "curl http://h" + copies($0) { _ in " \"a ${b $(c `d" } },
    imported(.curl, "shell variables") {
      copies($0) { "A\($0)=1\n" } + "curl http://h" + copies($0) { " -H \"a: $A\($0)\"" }
    },
    imported(.curl, "carets and blanks of the Windows prompt") {
      "curl.exe ^\n  \"http://h\" ^" + String(repeating: " ", count: $0) + "-v\n"
    },
    imported(.curl, "choices in a URL") { "curl 'http://h/{" + copies($0) { "a\($0)," } + "b}'" },
    imported(.curl, "brackets that never close") { "curl 'http://h/" + String(repeating: "[", count: $0) + "'" },
    imported(.curl, "here-documents") { copies($0) { _ in "cat <<E | curl http://h -d @-\nx\nE\n" } },
  ]
}
