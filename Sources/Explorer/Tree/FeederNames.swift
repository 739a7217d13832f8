import Workspaces

/// The names of the requests of a collection whose answers others use.
struct FeederNames {
  private let collection: CollectionNode?
  /// By the path in the collection; made for the first request that uses an answer.
  private var byID: [String: String]?

  init(_ collection: CollectionNode? = nil) { self.collection = collection }

  /// Each once; a request that is not there is named by its path.
  mutating func names(for node: RequestNode) -> [String] {
    var names: [String] = []
    for reference in node.usedAnswers {
      guard let id = ResponseReference(reference)?.requestID, id != node.id else { continue }
      let name = known()[id] ?? id
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private mutating func known() -> [String: String] {
    if let byID { return byID }
    var found: [String: String] = [:]
    collection?.forEachRequest { found[$0.id] = $0.name }
    byID = found
    return found
  }
}

extension RequestNode {
  /// The references of this request to the answer of another one, by its path in the collection.
  func references(toAnswerOf id: String) -> [ResponseReference] {
    usedAnswers.compactMap { ResponseReference($0) }.filter { $0.requestID == id }
  }
}
