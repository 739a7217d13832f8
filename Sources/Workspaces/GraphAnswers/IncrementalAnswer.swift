import Basics

/// A GraphQL answer in parts, as `@defer` and `@stream` ask for, and the one document that it adds up to.
///
/// Servers send three formats: a part is a patch with `path`; it has several of them in `incremental`; or these name what
/// `pending` announced.
struct IncrementalAnswer {
  struct Fault: Error {
    let words: String
    init(_ words: String) { self.words = words }
  }

  /// The members that only connect the parts, and `errors`, which are collected.
  private static let left: Set<String> = ["hasNext", "pending", "incremental", "completed", "errors"]
  private static let longestPath = 200

  /// The first part, with what was added to it.
  private var whole: JSONTree?
  private var errors: [JSONValue] = []
  /// The paths that were announced, by their ids.
  private var pending: [String: [JSONValue]] = [:]
  /// True if the server announced more parts.
  private(set) var hasNext = false

  /// `nil` before the first part.
  var document: JSONValue? {
    guard var document = whole?.value else { return nil }
    if !errors.isEmpty { document["errors"] = .array(errors) }
    return document
  }

  mutating func add(_ part: JSONValue) throws(Fault) {
    guard case .object(let members) = part else { throw Fault("it is not a JSON object") }
    // Some servers send an empty part to keep the connection.
    if members.isEmpty { return }
    hasNext = part["hasNext"]?.bool ?? hasNext
    try addMembers(members, of: part)
    for announced in part["pending"]?.array ?? [] {
      guard let id = announced["id"]?.string, let path = announced["path"]?.array else {
        throw Fault("a pending part has no id and path")
      }
      pending[id] = path
    }
    for patch in part["incremental"]?.array ?? [] { try apply(patch) }
    for completed in part["completed"]?.array ?? [] {
      errors += completed["errors"]?.array ?? []
      if let id = completed["id"]?.string { pending[id] = nil }
    }
  }

  private mutating func addMembers(_ members: [JSONValue.Member], of part: JSONValue) throws(Fault) {
    if whole == nil {
      guard part["data"] != nil || part["errors"] != nil else { throw Fault("it has neither data nor errors") }
      whole = JSONTree(.object(members.filter { !Self.left.contains($0.name) }))
      errors = part["errors"]?.array ?? []
    } else if part["path"] != nil {
      try apply(part)
    } else if part["data"] != nil {
      throw Fault("its data has no path")
    } else {
      addAround(part)
    }
  }

  /// Takes what is not about one place.
  private mutating func addAround(_ patch: JSONValue) {
    errors += patch["errors"]?.array ?? []
    if let extensions = patch["extensions"] { whole?.merge(.object([.init("extensions", extensions)])) }
  }

  private mutating func apply(_ patch: JSONValue) throws(Fault) {
    let path = try path(of: patch)
    var place = whole
    for step in path.dropLast() { place = place?.tree(at: step) }
    let last = path.last ?? .null
    if let items = patch["items"]?.array {
      let isPut =
        if patch["path"] != nil, let index = last.integer {
          place?.put(items, from: index) ?? false
        } else {
          place?.tree(at: last)?.put(items, from: nil) ?? false
        }
      guard isPut else { throw Self.missing(path) }
    }
    // What failed is `null`, and its errors say why.
    if let data = patch["data"], data != .null {
      guard place?.merge(data, at: last) ?? false else { throw Self.missing(path) }
    }
    addAround(patch)
  }

  private func path(of patch: JSONValue) throws(Fault) -> [JSONValue] {
    var path: [JSONValue]
    if let own = patch["path"]?.array {
      path = own
    } else {
      guard let id = patch["id"]?.string else { throw Fault("a patch has neither path nor id") }
      guard let announced = pending[id] else { throw Fault("no pending part has the id \(id.prefix(50))") }
      path = announced + (patch["subPath"]?.array ?? [])
    }
    guard path.count <= Self.longestPath else { throw Fault("a path has more than \(Self.longestPath) steps") }
    return ["data"] + path
  }

  private static func missing(_ path: [JSONValue]) -> Fault {
    Fault("no value at \(JSONValue.array(Array(path.dropFirst())).text.prefix(200))")
  }
}
