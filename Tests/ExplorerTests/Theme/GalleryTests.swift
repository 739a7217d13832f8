import Foundation
import Terminal
import TestSupport
import Testing

@testable import Explorer

/// The themes that ship with the program, as files of the folder `Themes`.
@Suite struct GalleryTests {
  static let names = [
    "catppuccin-latte", "catppuccin-mocha", "dracula", "gruvbox-dark", "gruvbox-light", "nord", "one-dark", "rose-pine",
    "solarized-dark", "solarized-light", "tokyo-night",
  ]

  private func theme(_ name: String) throws -> OwnTheme {
    let file = Repository.root.appending(path: "Themes/\(name).yml")
    return try OwnTheme(name: name, Array(Data(contentsOf: file)))
  }

  @Test func `The gallery has the palettes that people know, and every file is listed here.`() throws {
    let folder = Repository.root.appending(path: "Themes").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == Self.names.map { "\($0).yml" })
  }

  @Test(arguments: names, [256, Capabilities.allColors])
  func `Every text of a shipped theme has enough contrast on every surface.`(name: String, colors: Int) throws {
    let theme = Theme(try theme(name), colors: colors)
    let base = try #require(theme.ground)
    let pairs = DrawnPairs(theme, base: base)
    #expect(pairs.tooFaint.isEmpty)
    #expect(try self.theme(name).faintTexts.isEmpty)
  }

  @Test(arguments: names, [256, Capabilities.allColors])
  func `The surfaces of a shipped theme differ from each other.`(name: String, colors: Int) throws {
    let theme = Theme(try theme(name), colors: colors)
    let base = try #require(theme.ground)
    let surfaces = [base.background] + [Token.field, .selection, .cell].map { theme[$0].background }
    #expect(Set(surfaces).count == 4)
  }

  @Test(arguments: names, [8, 16])
  func `With few colours a shipped theme uses those of its base.`(name: String, colors: Int) throws {
    let own = try theme(name)
    let (theme, base) = (Theme(own, colors: colors), Theme(own.base, colors: colors))
    for token in Token.allCases { #expect(theme[token] == base[token], "\(token)") }
    #expect(theme.ground == base.base)
  }

  @Test(arguments: names, [8, 16, 256, Capabilities.allColors])
  func `The current cell of a shipped theme is brighter than its row.`(name: String, colors: Int) throws {
    let theme = Theme(try theme(name), colors: colors)
    let row = DrawnPairs(theme, base: try #require(theme.ground)).row
    #expect(row.cell > row.plain)
  }
}
