import Basics
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

  /// How many of the best matches are looked at word by word: more than a screen shows.
  private static let most = 200

  /// The matches ordered by their names: those that are the typed text, that begin with it, that have all its words at
  /// the starts of words, then those that match by method or URL.
  func byName(_ found: [Int]) -> [Int] {
    let typed = field.text.utf8.map(ByteSearch.folded)
    let words = field.text.lowercased().split(separator: " ")
    var ranked: [[Int]] = [[], [], [], []]
    for (place, index) in found.enumerated() {
      let name = items[index].name ?? ""
      var rank = 3
      if name.utf8.count >= typed.count, zip(name.utf8, typed).allSatisfy({ ByteSearch.folded($0) == $1 }) {
        rank = name.utf8.count == typed.count ? 0 : 1
      } else if place < Self.most {
        let starts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        if words.allSatisfy({ word in starts.contains { $0.hasPrefix(word) } }) { rank = 2 }
      }
      ranked[rank].append(index)
    }
    return ranked.flatMap(\.self)
  }
}
