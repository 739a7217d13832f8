import Foundation
import TestSupport
import Testing

/// Compares the declarations in `Sources/CNGHTTP2/nghttp2.h` with the header of libnghttp2, using a compiler.
@Suite struct NGHTTP2InterfaceTests {
  @Test(.enabled(if: comparable, "neither clang nor the header of libnghttp2 is installed"))
  func `Each number, layout and callback equals the one in the header of libnghttp2.`() throws {
    let header = try Self.header()
    let names = header.matches(of: /\b(NGHTTP2_[A-Z0-9_]+) =/).map { String($0.1) }
    #expect(names.count > 15)
    #expect(try Self.compiler(accepts: Self.program(header, comparing: names)))
  }

  @Test(.enabled(if: comparable, "neither clang nor the header of libnghttp2 is installed"))
  func `A number that differs from the header is found.`() throws {
    let header = try Self.header()
    let changed = header.replacing("NGHTTP2_CANCEL = 0x08", with: "NGHTTP2_CANCEL = 0x09")
    #expect(changed != header)
    #expect(try !Self.compiler(accepts: Self.program(changed, comparing: ["NGHTTP2_CANCEL"])))
  }

  private static let comparable = (try? compiler(accepts: prelude)) == true  // Without a compiler: no.

  private static let prelude = "#include <nghttp2/nghttp2.h>\n#include <stddef.h>\n"

  private static func header() throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../../Sources/CNGHTTP2/nghttp2.h").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The own declarations under other names, so that one program can contain both, and the comparisons.
  private static func program(_ header: String, comparing names: [String]) -> String {
    var lines = [prelude, header.replacing(/\b(?:NGHTTP2_|nghttp2_)\w*/) { "ours_\($0.0)" }]
    func same(_ theirs: String, _ ours: String) { lines.append("_Static_assert(\(theirs) == \(ours), \"\(theirs)\");") }
    for name in names { same("(long)\(name)", "(long)ours_\(name)") }
    let layouts = [
      "nghttp2_nv": ["name", "value", "namelen", "valuelen", "flags"],
      "nghttp2_frame_hd": ["length", "stream_id", "type", "flags"], "nghttp2_rst_stream": ["hd", "error_code"],
      "nghttp2_goaway": ["hd", "last_stream_id", "error_code", "opaque_data", "opaque_data_len"],
      "nghttp2_settings_entry": ["settings_id", "value"], "nghttp2_data_provider": ["source", "read_callback"],
    ]
    for (type, members) in layouts {
      same("sizeof(\(type))", "sizeof(ours_\(type))")
      for member in members { same("offsetof(\(type), \(member))", "offsetof(ours_\(type), \(member))") }
    }
    for (type, members) in ["nghttp2_info": ["version_num", "version_str"], "nghttp2_frame": ["hd", "goaway"]] {
      for member in members { same("offsetof(\(type), \(member))", "offsetof(ours_\(type), \(member))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func compiler(accepts program: String) throws -> Bool {
    guard let clang = Tool.path("clang") else { return false }
    let folder = try TemporaryDirectory("nghttp2")
    let result = try ShellRun(
      "exec \(clang) -fsyntax-only -Wno-everything \(try folder.write("compare.c", program))", in: folder)
    return result.status == 0
  }
}
