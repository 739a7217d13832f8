import TestSupport
import Testing

@testable import Workspaces

@Suite struct RequestCountTests {
  @Test func `Only the requests of all collections in a folder are counted.`() throws {
    let folder = try TemporaryDirectory("count")
    for path in [
      "shop/opencollection.yml", "shop/environments/local.yml", "shop/folder.yml", "shop/users/folder.yml",
      "shop/users/deep/.hidden.yml", "shop/node_modules/a.yml", "compose.yml", "shop/readme.md",
    ] { try folder.write(path, "") }
    #expect(RequestCount(in: folder.path) == RequestCount(0))
    for path in ["shop/a.yml", "shop/users/b.yml", "shop/users/deep/c.yaml"] { try folder.write(path, "") }
    #expect(RequestCount(in: folder.path) == RequestCount(3))
    #expect(RequestCount(in: folder.path("shop")) == RequestCount(3))
    #expect(RequestCount(in: folder.path("nowhere")) == RequestCount(0))
  }

  @Test func `Counting stops in a folder with very many requests.`() throws {
    let folder = try TemporaryDirectory("many")
    try folder.write("opencollection.yml", "")
    for number in 0...1000 { try folder.write("r\(number).yml", "") }
    #expect(RequestCount(in: folder.path) == RequestCount(1000, hasMore: true))
  }
}
