import Basics
package import HTTPModel
package import Workspaces

/// The result of importing a foreign file: a collection in our model, and a notice for each loss.
package struct ImportedCollection: Hashable, Sendable {
  package indirect enum Item: Hashable, Sendable {
    case folder(Folder)
    case request(RequestDefinition, options: TransferOptions)
  }

  package struct Folder: Hashable, Sendable {
    package var name: String
    /// The shared settings, including scripts.
    package var settings: SharedSettings
    package var items: [Item]

    package init(name: String, settings: SharedSettings = SharedSettings(), items: [Item] = []) {
      self.name = name
      self.settings = settings
      self.items = items
    }
  }

  /// The imported format, such as `postman-2.1`.
  package var format: String
  /// The collection itself: its name, shared settings and items.
  package var root: Folder
  package var environments: [Environment]
  package var notices: [Notice]
  /// The base folder for file paths in its requests; `nil` if unknown.
  package var fileFolder: String?
  /// The id that the file gives each of `requests`; empty if it gives none.
  package var requestIDs: [String] = []

  package init(format: String, root: Folder, environments: [Environment] = [], notices: [Notice] = []) {
    self.format = format
    self.root = root
    self.environments = environments
    self.notices = notices
  }

  /// All requests in order, at any depth.
  package var requests: [RequestDefinition] { transfers.map(\.request) }

  var transfers: [(request: RequestDefinition, options: TransferOptions)] { Self.transfers(in: root) }

  private static func transfers(in folder: Folder) -> [(request: RequestDefinition, options: TransferOptions)] {
    folder.items.flatMap { item -> [(request: RequestDefinition, options: TransferOptions)] in
      switch item {
      case .folder(let inner): transfers(in: inner)
      case .request(let request, let options): [(request, options)]
      }
    }
  }
}

// References to responses use the paths of request files, which `NewTree` derives from names.

extension ImportedCollection.Folder {
  /// The path of each request in a collection made from this folder, in order, as in `{{path | $.x}}`.
  package var requestPaths: [String] {
    var tree = NewTree.collection(named: name, settings: SharedSettings())
    return paths(in: &tree, at: .root).map { String($0.dropLast(".yml".count)) }
  }

  private func paths(in tree: inout NewTree, at place: NewTree.Place) -> [String] {
    items.flatMap { item in
      switch item {
      case .request(let request, _):
        return [tree.add(RequestDefinition(name: RequestName.oneLine(request.name)), to: place)]
      case .folder(let inner):
        let name = RequestName.oneLine(inner.name)
        let below = tree.addFolder(named: name, settings: SharedSettings(), to: place)
        return inner.paths(in: &tree, at: below)
      }
    }
  }
}

extension ImportedCollection.Folder {
  /// The number of scripts, at any depth.
  package var scriptCount: Int {
    items.reduce(settings.scripts.count) { count, item in
      switch item {
      case .folder(let inner): count + inner.scriptCount
      case .request(let request, _): count + request.scripts.count
      }
    }
  }

  /// Lets the scripts below this root run as in Postman.
  mutating func runScriptsAsPostman() {
    if scriptCount == 0 { return }
    settings.scripting = ScriptSettings(rules: .postman, flow: .sequential)
  }
}

extension ImportedCollection.Folder {
  /// Applies `change` to the path of each file that the requests send.
  package mutating func changeFiles(_ change: (String) -> String) {
    items = items.map { item in
      switch item {
      case .folder(var inner):
        inner.changeFiles(change)
        return .folder(inner)
      case .request(var request, let options):
        request.changeFiles(change)
        return .request(request, options: options)
      }
    }
  }
}

extension RequestDefinition {
  fileprivate mutating func changeFiles(_ change: (String) -> String) {
    for index in body.choices.indices { body.choices[index].path = change(body.choices[index].path) }
    for index in body.parts.indices {
      if case .files(let paths) = body.parts[index].content { body.parts[index].content = .files(paths.map(change)) }
    }
    for index in graphQL.files.indices { graphQL.files[index].value = change(graphQL.files[index].value) }
    trust.authorities = trust.authorities.map(change)
  }
}

extension [ImportedCollection.Item] {
  /// Appends comments to the documentation of the last request.
  mutating func document(_ comments: [String]) {
    guard !comments.isEmpty, case .request(var request, let options)? = last else { return }
    request.document(comments)
    self[count - 1] = .request(request, options: options)
  }
}

extension RequestDefinition {
  /// Appends lines to the documentation.
  mutating func document(_ lines: [String]) {
    docs = ((docs.isEmpty ? [] : [docs]) + lines).joined(separator: "\n")
  }
}

extension RequestDefinition {
  /// Makes a request with a query a GraphQL request, and selects the operation by name if there are several.
  mutating func settleGraphQL(operation name: String?) {
    guard case .graphql(let query, _) = body else { return }
    kind = .graphql
    let operations = OperationOutline(query).operations
    if let name, operations.count > 1, operations.contains(where: { $0.name == name }) { graphQL.operation = name }
  }
}
