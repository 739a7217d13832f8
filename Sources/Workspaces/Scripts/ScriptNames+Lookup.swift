import Basics

extension ScriptNames {
  /// A node of the names by their parts.
  private struct Branch: Sendable {
    let members: [String: Branch]

    init(_ paths: [ArraySlice<String>]) {
      let groups = Dictionary(grouping: paths.filter { !$0.isEmpty }) { $0[$0.startIndex] }
      members = groups.mapValues { Branch($0.map { $0.dropFirst() }) }
    }

    /// All parts below this one.
    var words: Set<String> { members.values.reduce(Set(members.keys)) { $0.union($1.words) } }
  }

  private static let tree = Branch(all.map { $0.path[...] })

  /// The members that every object and every function has.
  private static let ofEveryObject: Set<String> = [
    "toString", "toLocaleString", "valueOf", "hasOwnProperty", "constructor", "isPrototypeOf", "propertyIsEnumerable",
    "call", "apply", "bind", "length", "name",
  ]

  /// The first part of a name that is not provided, with a hint; `nil` if the whole name is provided.
  ///
  /// A name that follows a complete one is a member of its value, which may be anything.
  static func unknownPart(of chain: [String]) -> (name: String, hint: String?)? {
    let own = unknownPart(of: chain, as: chain)
    // Insomnia's scripts have the names of `pm`, and a few more.
    guard own != nil, chain.first == "insomnia" else { return own }
    return unknownPart(of: chain, as: ["pm"] + chain.dropFirst())
  }

  /// The same for a name under another root.
  private static func unknownPart(of chain: [String], as parts: [String]) -> (name: String, hint: String?)? {
    if parts.count > 2, ["request", "response"].contains(parts[1]), parts[2] == "to" {
      return unknownAssertion(in: chain)
    }
    var branch = tree
    for (index, part) in parts.enumerated() {
      guard let next = branch.members[part] else {
        let names = (1...index + 1).map { chain.prefix($0).joined(separator: ".") }
        if let refused = refused.first(where: { names.contains($0.name) }) { return (refused.name, refused.reason) }
        if branch.members.isEmpty || ofEveryObject.contains(part) { return nil }
        let near = NearestWord.of(part, in: branch.members.keys.sorted()).map { "did you mean \($0)?" }
        return (names[index], near)
      }
      branch = next
    }
    return nil
  }

  /// The first word after `to` that no assertion has.
  private static func unknownAssertion(in chain: [String]) -> (name: String, hint: String?)? {
    let known = assertionWords.union(tree.members["pm"]?.members["response"]?.members["to"]?.words ?? [])
    guard let index = chain.indices.dropFirst(3).first(where: { !known.contains(chain[$0]) }) else { return nil }
    if ofEveryObject.contains(chain[index]) { return nil }
    let near = NearestWord.of(chain[index], in: known.sorted()).map { "did you mean \($0)?" }
    return (chain.prefix(index + 1).joined(separator: "."), near)
  }

  /// The words of Chai's assertions.
  static let assertionWords: Set<String> = Set(
    """
    to be been is that which and has have with at of same but does still also not deep nested own ordered any all \
    a an include includes contain contains ok true false null undefined NaN exist exists empty arguments Arguments \
    equal equals eq eql eqls above gt greaterThan least gte greaterThanOrEqual below lt lessThan most lte \
    lessThanOrEqual within instanceof instanceOf property ownProperty haveOwnProperty ownPropertyDescriptor \
    haveOwnPropertyDescriptor length lengthOf match matches string key keys throw throws Throw respondTo respondsTo \
    itself satisfy satisfies closeTo approximately members oneOf change changes increase increases decrease decreases \
    by extensible sealed frozen finite fail postmanRequest postmanResponse postmanRequestOrResponse
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
