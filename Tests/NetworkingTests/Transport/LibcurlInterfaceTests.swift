import Foundation
import TestSupport
import Testing

/// Compares the declarations in `Sources/CCurl/libcurl.h` with the headers of libcurl, using a compiler.
@Suite struct LibcurlInterfaceTests {
  @Test(
    "Each number, layout and callback equals the one in the headers of libcurl",
    .enabled(if: comparable, "neither clang nor the headers of libcurl 7.87 or newer are installed"))
  func agreesWithTheHeaders() throws {
    let header = try Self.header()
    let names = header.matches(of: /\b(CURL[A-Z]*_[A-Z0-9_]+) (?:= |[(0-9~])/).map { String($0.1) }
    #expect(names.count > 150)
    #expect(try Self.compiler(accepts: Self.program(header, comparing: names)))
  }

  @Test(
    "A number that differs from the headers is found",
    .enabled(if: comparable, "neither clang nor the headers of libcurl 7.87 or newer are installed"))
  func findsADifference() throws {
    let header = try Self.header()
    let changed = header.replacing("CURLOPT_URL = 10002", with: "CURLOPT_URL = 10003")
    #expect(changed != header)
    #expect(try !Self.compiler(accepts: Self.program(changed, comparing: ["CURLOPT_URL"])))
  }

  private static let comparable = (try? compiler(accepts: prelude)) == true  // Without a compiler: no.

  private static let prelude = """
    #define CURL_DISABLE_DEPRECATION 1
    #define CURL_DISABLE_TYPECHECK 1
    #include <curl/curl.h>
    #include <stddef.h>
    #if LIBCURL_VERSION_NUM < 0x075700
    #error too old
    #endif

    """

  private static func header() throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../../Sources/CCurl/libcurl.h").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The own declarations under other names, so that one program can contain both, and the comparisons.
  private static func program(_ header: String, comparing names: [String]) -> String {
    var lines = [prelude, header.replacing(/\b(?:CURL|curl_)\w*/) { "ours_\($0.0)" }]
    func same(_ theirs: String, _ ours: String) { lines.append("_Static_assert(\(theirs) == \(ours), \"\(theirs)\");") }
    for name in names { same("(long)\(name)", "(long)ours_\(name)") }
    for type in ["CURLcode", "CURLMcode", "CURLUcode", "CURLUPart", "CURLoption", "CURLMoption", "CURLINFO"] {
      same("sizeof(\(type))", "sizeof(ours_\(type))")
      same("((\(type))-1 < 0)", "((ours_\(type))-1 < 0)")
    }
    for type in ["curl_off_t", "curl_socket_t"] {
      lines.append("_Static_assert(__builtin_types_compatible_p(\(type), ours_\(type)), \"\(type)\");")
    }
    for type in ["struct curl_slist", "struct curl_certinfo", "struct curl_tlssessioninfo", "CURLMsg"] {
      same(
        "sizeof(\(type))", "sizeof(\(type.replacing("curl_", with: "ours_curl_").replacing("CURL", with: "ours_CURL")))"
      )
    }
    let members = [
      "struct curl_slist": ["data", "next"], "struct curl_certinfo": ["num_of_certs", "certinfo"],
      "struct curl_tlssessioninfo": ["backend", "internals"],
      "CURLMsg": ["msg", "easy_handle", "data"],
      "curl_version_info_data": ["age", "version", "version_num", "host", "features", "ssl_version"],
    ]
    for (type, names) in members {
      let ours = type.replacing("curl_", with: "ours_curl_").replacing("CURL", with: "ours_CURL")
      for name in names { same("offsetof(\(type), \(name))", "offsetof(\(ours), \(name))") }
    }
    for kind in ["write", "read", "seek", "xferinfo", "socket", "multi_timer", "prereq"] {
      let type = "curl_\(kind)_callback"
      lines.append("_Static_assert(__builtin_types_compatible_p(\(type), ours_\(type)), \"\(type)\");")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func compiler(accepts program: String) throws -> Bool {
    guard let clang = Tool.path("clang") else { return false }
    let folder = try TemporaryDirectory("libcurl")
    let result = try ShellRun(
      "exec \(clang) -fsyntax-only -Wno-everything \(try folder.write("compare.c", program))", in: folder)
    return result.status == 0
  }
}
