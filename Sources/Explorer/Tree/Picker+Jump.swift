import Terminal
import Workspaces

extension Picker {
  /// All requests of the workspace by method, name, URL and file path.
  static func jump(in workspace: WorkspaceTree) -> Picker {
    let root = workspace.collections.count > 1 ? workspace.path : workspace.collections.first?.path ?? workspace.path
    var items: [Item] = []
    func add(_ list: [TreeItem], _ folder: String) {
      for item in list {
        switch item {
        case .folder(let node): add(node.items, folder.isEmpty ? node.name : "\(folder) / \(node.name)")
        case .request(let node):
          let title = "\(node.method.shortMethod.padded(to: 6))\(node.name)  \(node.url)\(node.tagText)"
          let place = node.path.hasPrefix(root + "/") ? String(node.path.dropFirst(root.count + 1)) : node.path
          items.append(
            Item(
              id: node.path, title: title, detail: folder, name: node.name, place: place, token: .method(node.method)))
        }
      }
    }
    for collection in workspace.collections {
      add(collection.items, workspace.collections.count > 1 ? collection.name : "")
    }
    return Picker("Jump to a request", .jump, items: items)
  }

  /// The matches ordered by their names: those that are the typed text, that begin with it, that have all its words at
  /// the starts of words, then those that match by method or URL.
  func byName(_ found: [Int]) -> [Int] {
    let typed = field.text.lowercased()
    let words = typed.split(separator: " ")
    var ranked: [[Int]] = [[], [], [], []]
    for index in found {
      let name = (items[index].name ?? "").lowercased()
      let starts = name.split { !$0.isLetter && !$0.isNumber }
      let isNamed = words.allSatisfy { word in starts.contains { $0.hasPrefix(word) } }
      ranked[name == typed ? 0 : name.hasPrefix(typed) ? 1 : isNamed ? 2 : 3].append(index)
    }
    return ranked.flatMap(\.self)
  }
}
