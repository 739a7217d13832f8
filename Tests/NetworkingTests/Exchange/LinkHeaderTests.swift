import Networking
import Testing

@Suite("Link headers") struct LinkHeaderTests {
  @Test("The target of a relation is found among any other parameters")
  func relations() {
    let headers = Headers([
      Header("Link", "<https://h/?page=1>; rel=\"prev\"; title=\"a, b; <c>\", </x?page=3> ; REL=\"last  NEXT\""),
      Header("link", "<y>; rel=first,<z>;rel=next"),
    ])
    let links = LinkHeader(headers)
    #expect(links.links.map(\.target) == ["https://h/?page=1", "/x?page=3", "y", "z"])
    #expect(links.target("next") == "/x?page=3" && links.target("first") == "y" && links.target("up") == nil)
  }

  @Test(
    "An invalid link has no target",
    arguments: ["", "next", "<", "<a", ">;rel=next", "rel=next", "<a>", "<a>;;;", "<a>; title=\"\\\"; rel=next"])
  func broken(_ value: String) {
    #expect(LinkHeader(value).target("next") == nil)
  }
}
