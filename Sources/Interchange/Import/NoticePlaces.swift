import Basics
import Workspaces

extension Notice {
  /// The notice with the names of items instead of their indexes: `/item/0/item/2/event` becomes
  /// `Orders/List orders, event`.
  ///
  /// - Parameters:
  ///   - list: the member with the items, which may contain items themselves.
  ///   - start: the pointer of the object with that member.
  ///   - root: that object.
  ///   - name: the name of an item; an item without one is named by its number.
  func naming(_ list: String, at start: String = "", in root: JSONValue, by name: (JSONValue) -> String?) -> Notice {
    guard location.hasPrefix("\(start)/\(list)/") else { return self }
    var names: [String] = []
    var rest = location.dropFirst(start.count).split(separator: "/")[...]
    var node = root
    while rest.first == list[...], let index = rest.dropFirst().first.flatMap({ Int($0) }),
      let items = node[list]?.array, items.indices.contains(index)
    {
      node = items[index]
      names.append(name(node) ?? "\(list) \(index + 1)")
      rest = rest.dropFirst(2)
    }
    guard !names.isEmpty else { return self }
    var named = self
    named.location = names.joined(separator: "/") + (rest.isEmpty ? "" : ", " + rest.joined(separator: "/"))
    return named
  }
}
