import Foundation
import TestSupport
import Testing

@testable import Interchange

@Suite("The option table of curl")
struct CurlOptionTableTests {
  @Test("The table has every option of the curl on this machine, with its letter and its arity")
  func complete() throws {
    let folder = try TemporaryDirectory("help")
    _ = try ShellRun("curl --help all > help 2>/dev/null", in: folder)
    let table = CurlOptionTable.standard
    var count = 0
    for line in try folder.readText("help").split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard let name = fields.first(where: { $0.hasPrefix("--") }) else { continue }
      count += 1
      let place = fields.firstIndex(of: name) ?? 0
      let next = place + 1 < fields.count ? fields[place + 1] : ""
      let takesValue = (next.hasPrefix("<") || next.hasPrefix("[")) && name != "--help"
      guard case .found(let option, _) = table.option(named: String(name.dropFirst(2))) else {
        Issue.record("no \(name)")
        continue
      }
      #expect(option.takesValue == takesValue, "\(name)")
      if let letter = fields.first, letter.hasPrefix("-"), letter.hasSuffix(","), let mark = letter.dropFirst().first {
        let found = table.option(letter: mark.unicodeScalars.first ?? " ")
        #expect(found != nil && found?.takesValue == takesValue, "\(letter) \(name)")
      }
    }
    #expect(count == 0 || count > 200, "\(count)")
  }

  @Test("Abbreviations and negations are resolved, and ambiguous ones are reported")
  func lookup() {
    let table = CurlOptionTable.standard
    func name(_ text: String) -> String? {
      guard case .found(let option, let isOn) = table.option(named: text) else { return nil }
      return (isOn ? "" : "!") + option.name
    }
    #expect(name("head") == "head" && name("max-t") == "max-time" && name("no-basic") == "!basic")
    #expect(name("insec") == "insecure" && name("expand-data") == "expand-data" && name("no-buffer") == "no-buffer")
    #expect(name("nonsense") == nil)
    guard case .ambiguous(let names) = table.option(named: "proxy-t") else {
      Issue.record("not ambiguous")
      return
    }
    #expect(names.count > 2)
  }
}
