import TestSupport
import Testing

@testable import Workspaces

@Suite("A workspace larger than intended") struct LargeWorkspaceTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory("large")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n")
    try folder.write("good.yml", Self.request("Good"))
  }

  private static func request(_ name: String, docs: String = "") -> String {
    "info:\n  name: \(name)\n  type: http\nhttp:\n  url: http://h\n" + (docs.isEmpty ? "" : "docs: \(docs)\n")
  }

  @Test("A file larger than 4 MB is listed but not read, and hides no other")
  func largeFile() throws {
    try folder.write("big.yml", Self.request("Big", docs: String(repeating: "x", count: 4 << 20)))
    let tree = try Workspace.open(folder.path).tree()
    let requests = try #require(tree.collections.first).requests.map(\.node)
    #expect(requests.map(\.name).sorted() == ["Good", "big.yml"])
    #expect(requests.first { $0.fault != nil }?.fault?.message == "larger than 4 MB, the most that is read")
  }

  @Test("The same applies to shared settings: using them gives the error", arguments: ["folder.yml", ".env"])
  func largeShared(name: String) throws {
    try folder.write("in/get.yml", Self.request("In"))
    try folder.write(name == ".env" ? name : "in/\(name)", "# " + String(repeating: "x", count: 4 << 20))
    let workspace = try Workspace.open(folder.path)
    #expect(workspace.tree().collections.first?.requests.count == 2)
    let error = #expect(throws: WorkspaceError.self) { try workspace.context(for: folder.path("in/get.yml")) }
    #expect(error?.description.contains("\(name): larger than 4 MB") == true)
  }

  @Test("A request that would be too large to read is not written")
  func largeWrite() throws {
    let workspace = try Workspace.open(folder.path)
    let file = try workspace.request(at: folder.path("good.yml"))
    var definition = file.definition
    definition.docs = String(repeating: "x", count: 4 << 20)
    let error = #expect(throws: WorkspaceError.self) { try workspace.save(definition, to: file) }
    #expect(error?.description.contains("would be larger than 4 MB") == true)
    #expect(try folder.readText("good.yml") == Self.request("Good"))
  }

  @Test("A glance reads the whole of a small workspace, and gives up on one with an item more than allowed")
  func glance() throws {
    for number in 0..<9 { try folder.write("f/r\(number).yml", Self.request("R\(number)")) }
    let workspace = try Workspace.open(folder.path)
    #expect(workspace.glance(atMost: 11) == workspace.tree())
    #expect(workspace.glance(atMost: 10) == nil)
  }

  @Test("Items beyond the listing limit are reported in one line")
  func manyItems() throws {
    for number in 0..<30 { try folder.write("f\(number % 3)/r\(number).yml", Self.request("R")) }
    var loader = CollectionLoader(files: .live, root: folder.path, allowance: ListingAllowance(10))
    let collection = loader.collection()
    func count(_ items: [TreeItem]) -> Int {
      items.reduce(0) { sum, item in if case .folder(let node) = item { sum + 1 + count(node.items) } else { sum + 1 } }
    }
    #expect(count(collection.items) == 10)
    #expect(loader.notices.map(\.message) == ["more than 10 requests and folders; the rest is not listed"])
  }

  @Test("Folders are placed as if they were inserted one after the other")
  func places() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let folders = (0..<Int.random(in: 0...12, using: &random)).map { number in
        let place = Bool.random(using: &random) ? nil : Double(Int.random(in: 0...9, using: &random))
        return FolderNode(name: "f\(number + 10)", path: "/\(number)", sequence: place, items: [])
      }
      #expect(TreeOrder.folders(folders).map(\.name) == Self.oneByOne(folders).map(\.name))
    }
  }

  /// The specified order: by name, then each at its position, equal ones side by side.
  private static func oneByOne(_ folders: [FolderNode]) -> [FolderNode] {
    var result = folders.filter { ($0.sequence ?? 0) <= 0 }
    var last: (place: Double, index: Int)?
    for node in folders.filter({ ($0.sequence ?? 0) > 0 }).sorted(by: {
      ($0.sequence ?? 0, $0.name) < ($1.sequence ?? 0, $1.name)
    }) {
      let place = node.sequence ?? 0
      let index = last?.place == place ? (last?.index ?? 0) + 1 : Int(place) - 1
      result.insert(node, at: min(index, result.count))
      last = (place, min(index, result.count - 1))
    }
    return result
  }
}
