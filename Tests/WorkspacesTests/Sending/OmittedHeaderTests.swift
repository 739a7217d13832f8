import Foundation
import Networking
import Testing

@testable import Workspaces

@Suite("Headers that a request omits") struct OmittedHeaderTests {
  private let layers = [
    SendContext.Layer(
      path: "/c", name: "C", settings: SharedSettings(headers: [Row("X-Team", "all"), Row("X-Trace", "on")])),
    SendContext.Layer(path: "/c/f", name: "f", settings: SharedSettings()),
  ]

  private func request(_ headers: [Row], _ layers: [SendContext.Layer]) throws -> Request {
    let definition = RequestDefinition(name: "x", url: "http://h/", headers: headers)
    return try PreparedRequest(definition, in: SendContext(layers: layers)).request
  }

  @Test("A disabled header does not affect an inherited one, unless it omits it explicitly")
  func disabled() throws {
    let through = try request([Row("x-team", "mine", isEnabled: false)], layers)
    #expect(through.headers.fields == [Header("X-Team", "all"), Header("X-Trace", "on")])
    #expect(through.suppressedHeaders.isEmpty)
    let omitting = Row("x-team", "mine", isEnabled: false, omitsInherited: true)
    let kept = try request([omitting], layers)
    #expect(kept.headers.fields == [Header("X-Trace", "on")])
    #expect(kept.suppressedHeaders == ["x-team"])
  }

  @Test("A header that is enabled again is sent, and so is another of its name")
  func enabled() throws {
    let own = try request([Row("X-Team", "mine", omitsInherited: true)], layers)
    #expect(own.headers.fields == [Header("X-Trace", "on"), Header("X-Team", "mine")])
    let omitting = Row("X-Team", "", isEnabled: false, omitsInherited: true)
    let both = try request([omitting, Row("x-team", "other")], layers)
    #expect(both.headers.fields == [Header("X-Trace", "on"), Header("x-team", "other")])
    #expect(both.suppressedHeaders.isEmpty)
  }

  @Test("A folder omits a header of the collection, and a request below it may still send it")
  func folder() throws {
    var layers = layers
    layers[1].settings.headers = [Row("X-TEAM", isEnabled: false, omitsInherited: true)]
    #expect(try request([], layers).headers.fields == [Header("X-Trace", "on")])
    let own = try request([Row("X-Team", "mine")], layers)
    #expect(own.headers.fields.last == Header("X-Team", "mine") && own.suppressedHeaders.isEmpty)
  }

  @Test("A header that Apus would add is omitted, too, and an unused name has no effect")
  func automatic() throws {
    let rows = ["User-Agent", "not a name", ""].map { Row($0, isEnabled: false, omitsInherited: true) }
    #expect(try request(rows, []).suppressedHeaders == ["User-Agent"])
  }

  @Test("A key in the header's entry of a file sets it, read and written without loss")
  func file() throws {
    let written = """
      info: {name: x, type: http}
      http:
        url: http://h/
        headers:
          - name: X-Team   # noisy
            value: ""
            inherit: false
            disabled: true
          - name: X-Other
            value: "2"

      """
    let file = try RequestFile(path: "x", bytes: Array(written.utf8))
    let omitting = Row("X-Team", isEnabled: false, omitsInherited: true)
    #expect(file.definition.headers == [omitting, Row("X-Other", "2")])
    var changed = file.definition
    changed.headers[0].omitsInherited = false
    let without = String(decoding: try file.text(with: changed).bytes, as: UTF8.self)
    #expect(without == written.replacingOccurrences(of: "      inherit: false\n", with: ""))
    changed.headers[0].omitsInherited = true
    changed.headers[1] = Row("X-Other", "2", isEnabled: false, omitsInherited: true)
    let both = try file.text(with: changed)
    #expect(try RequestFile(path: "x", bytes: both.bytes).definition == changed)
    let made = RequestDefinition(name: "new", url: "http://h/", headers: [omitting])
    let new = try RequestFile(path: "x", bytes: YAMLEmitter.file(RequestWriter.file(made)))
    #expect(new.definition.headers == [omitting])
  }
}
