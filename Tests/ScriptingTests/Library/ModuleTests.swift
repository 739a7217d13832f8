import Basics
import TestSupport
import Testing

/// The modules that scripts require, in the real engine: published vectors, and the results of the packages.
@Suite(.scriptEngine) struct ModuleTests {
  /// An expression of JavaScript, and the text of its value.
  struct Case: Sendable, CustomTestStringConvertible {
    let code: String
    let value: String

    init(_ code: String, _ value: String) { (self.code, self.value) = (code, value) }

    var testDescription: String { code }
  }

  @Test(arguments: hashes)
  func `Hashes equal the published vectors`(example: Case) async throws {
    try await expect(example, after: Self.hashesSetup)
  }

  @Test(arguments: ciphers)
  func `Ciphers equal the published vectors`(example: Case) async throws {
    try await expect(example, after: Self.ciphersSetup)
  }

  @Test(arguments: texts)
  func `Texts become bytes and come back`(example: Case) async throws {
    try await expect(example)
  }

  @Test(arguments: urls)
  func `URLs follow the URL Standard`(example: Case) async throws {
    try await expect(example, after: Self.urlsSetup)
  }

  @Test(arguments: identifiers)
  func `Identifiers have their version`(example: Case) async throws {
    try await expect(example, after: Self.identifiersSetup)
  }

  @Test(arguments: tokens)
  func `Tokens are signed and verified as by jsonwebtoken`(example: Case) async throws {
    try await expect(example, after: Self.tokensSetup)
  }

  @Test(arguments: schemas)
  func `Schemas give the errors of ajv`(example: Case) async throws {
    try await expect(example, after: Self.schemasSetup)
  }

  @Test(arguments: tv4)
  func `Schemas give the errors of tv4`(example: Case) async throws {
    try await expect(example, after: Self.tv4Setup)
  }

  @Test(arguments: xml)
  func `XML and CSV become values`(example: Case) async throws {
    try await expect(example, after: Self.xmlSetup)
  }

  @Test(arguments: moments)
  func `Moments are read, changed and shown`(example: Case) async throws {
    try await expect(example, after: Self.momentsSetup)
  }

  @Test(arguments: words)
  func `Lodash words give what lodash gives`(example: Case) async throws {
    try await expect(example, after: Self.wordsSetup)
  }

  private func expect(_ example: Case, after setup: String = "") async throws {
    let value = try await ScriptBench().value("(() => {\n\(setup)\nreturn String(\(example.code));\n})()")
    #expect(value == .string(example.value))
  }
}
