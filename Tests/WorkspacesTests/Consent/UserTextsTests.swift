import TestSupport
import Testing

@testable import Workspaces

/// The values that a recorded answer must not repeat.
@Suite struct UserTextsTests {
  @Test func `Variables and files that were allowed once are known, a file also by its lines.`() throws {
    let sample = try ConsentSample()
    let context = try sample.context()
    let path = try sample.folder.write("outside.txt", "a line of mine\nand another\nshort\n")
    let (variable, file) = (UserValueSource.variable("CLOUD_SECRET"), UserValueSource.file(at: path))
    #expect(context.userTexts(sent: []).isEmpty)
    #expect(context.userTexts(sent: [variable]) == ["v4lue-of-mine"])
    try sample.allow([UserValueUse(variable, to: "https://a.test"), UserValueUse(file, to: "https://a.test")])
    let lines: Set = ["a line of mine\nand another\nshort\n", "a line of mine", "and another"]
    #expect(context.userTexts(sent: []) == lines.union(["v4lue-of-mine"]))
  }
}
