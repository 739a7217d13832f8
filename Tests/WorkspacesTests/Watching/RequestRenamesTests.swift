import Testing

@testable import Workspaces

@Suite("Requests renamed by another program") struct RequestRenamesTests {
  private func node(_ path: String, _ name: String = "A", url: String = "http://h/") -> RequestNode {
    RequestNode(id: path, path: "/c/\(path).yml", name: name, method: "GET", url: url)
  }

  private func moves(_ renames: RequestRenames, there: Set<String> = []) -> [String] {
    renames.moves { there.contains($0) }.map { "\($0.from) \($0.to)" }
  }

  @Test("A removed request is matched with an added one of the same name, method and URL")
  func one() {
    let renames = RequestRenames(gone: [node("a"), node("b", "B")], added: [node("c"), node("d", "D")])
    #expect(renames.files == ["/c/a.yml": "/c/c.yml"])
  }

  @Test("Among several candidates, the one with the same file name is chosen; otherwise none is")
  func alike() {
    let gone = [node("x/a"), node("x/b")]
    #expect(
      RequestRenames(gone: gone, added: [node("y/b"), node("y/a")]).files
        == ["/c/x/a.yml": "/c/y/a.yml", "/c/x/b.yml": "/c/y/b.yml"])
    #expect(RequestRenames(gone: gone, added: [node("y/c"), node("y/d")]).files.isEmpty)
    #expect(RequestRenames(gone: [node("x/a")], added: [node("y/c"), node("y/d")]).files.isEmpty)
  }

  @Test("Known matches are not guessed")
  func known() {
    let renames = RequestRenames(
      gone: [node("a"), node("b")], added: [node("c"), node("d")], known: ["/c/a.yml": "/c/d.yml"])
    #expect(renames.files == ["/c/a.yml": "/c/d.yml", "/c/b.yml": "/c/c.yml"])
  }

  @Test("A folder that moved with all its content is one move; one that still exists is not")
  func folders() {
    let gone = [node("x/in/a"), node("x/in/b", "B"), node("x/c", "C")]
    let added = [node("y/in/a"), node("y/in/b", "B"), node("y/c", "C")]
    let renames = RequestRenames(gone: gone, added: added)
    #expect(moves(renames, there: ["/c/y", "/c/y/in"]) == ["/c/x /c/y"])
    #expect(
      moves(renames, there: ["/c/x", "/c/y", "/c/y/in"]) == ["/c/x/c.yml /c/y/c.yml", "/c/x/in /c/y/in"])
    let parted = RequestRenames(gone: gone, added: [node("y/in/a"), node("z/b", "B"), node("y/c", "C")])
    #expect(
      moves(parted, there: ["/c/y", "/c/y/in", "/c/z"])
        == ["/c/x/c.yml /c/y/c.yml", "/c/x/in/a.yml /c/y/in/a.yml", "/c/x/in/b.yml /c/z/b.yml"])
  }
}
