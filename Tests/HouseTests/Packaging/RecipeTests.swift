import Foundation
import TestSupport
import Testing

@Suite("The recipes for packages") struct RecipeTests {
  let folder: TemporaryDirectory
  private let recipes: String

  init() throws {
    folder = try TemporaryDirectory("packages")
    let version = try Script.output("version").trimmingCharacters(in: .whitespacesAndNewlines)
    _ = try folder.write("apus-\(version).tar.gz", "the sources")
    _ = try folder.write("apus-\(version)-linux-x86_64.tar.gz", "the programs")
    try Script.output("checksums", folder.path)
    try Script.output("recipes", folder.path)
    recipes = folder.path("recipes")
  }

  private func recipe(_ name: String) throws -> String {
    try String(contentsOfFile: "\(recipes)/\(name)", encoding: .utf8)
  }

  @Test(
    "Each recipe contains this version and the checksum of its sources, without placeholders",
    arguments: [
      ("apus.rb", "the sources"), ("PKGBUILD", "the programs"), ("flake.nix", "the programs"), ("apus.spec", nil),
    ])
  func filled(name: String, fetched: String?) throws {
    let text = try recipe(name)
    let version = try Script.output("version").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(text.contains(version))
    #expect(!text.contains(/@[A-Z0-9_]+@/))
    let sums = try String(contentsOfFile: folder.path("SHA256SUMS"), encoding: .utf8).split(separator: "\n")
    guard let fetched else { return }
    let file = fetched == "the sources" ? "apus-\(version).tar.gz" : "apus-\(version)-linux-x86_64.tar.gz"
    let sum = try #require(sums.first { $0.hasSuffix("  \(file)") }).prefix(64)
    #expect(text.contains(sum))
  }

  @Test(
    "Each recipe is valid for its tool",
    arguments: [
      ("bash", ["-n"], "PKGBUILD"), ("ruby", ["-c"], "apus.rb"), ("nix-instantiate", ["--parse"], "flake.nix"),
      ("rpmlint", [], "apus.spec"),
    ])
  func linted(tool: String, options: [String], name: String) throws {
    let path = try Tool.required(tool)
    #expect(throws: Never.self) { try Tool.run(path, options + ["\(recipes)/\(name)"]) }
  }
}

/// Runs the scripts of this repository.
enum Script {
  @discardableResult static func output(_ name: String, _ arguments: String...) throws -> String {
    try Tool.run("\(Repository.root.path)/Scripts/\(name)", arguments)
  }
}
