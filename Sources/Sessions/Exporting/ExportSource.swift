package import Interchange
import Networking
package import Workspaces

/// The source of an export: one request with everything it inherits, or a whole folder or collection.
package struct ExportSource: Sendable {
  let workspace: Workspace
  /// The environment whose values fill in the variables; `nil` exports all environments unchanged.
  let environment: String?

  package init(_ workspace: Workspace, environment: String? = nil) {
    self.workspace = workspace
    self.environment = environment
  }

  /// One request as its own collection; inherited settings go to the root folder.
  package static func single(_ plan: SendPlan) -> ImportedCollection {
    var definition = plan.definition
    if definition.authentication.scheme == .inherit {
      definition.authentication = plan.context.authentication(of: definition).0
    }
    // A URL sent as typed must not be encoded by the other tool.
    if definition.settings.encodeURL == nil, plan.context.urlEncoding != .encoded {
      definition.settings.encodeURL = false
    }
    definition.headers = plan.context.inheritedHeaders(of: definition).map(\.row) + definition.headers
    definition.trust = ServerTrust(EffectiveTrust(plan.context.trustLevels(of: definition)))
    var root = ImportedCollection.Folder(
      name: definition.name, items: [.request(definition, options: plan.context.options)])
    root.settings.variables = variables(of: plan)
    root.settings.certificates = plan.context.certificate(for: plan.definition).map { [$0.definition] } ?? []
    root.settings.proxy = plan.context.ownProxy
    return ImportedCollection(format: "apus", root: root)
  }

  /// The variables that the request uses, so that the export works without the workspace. Secrets have no value.
  private static func variables(of plan: SendPlan) -> [Row] {
    let certificate = plan.context.certificate(for: plan.definition)?.definition
    let more = (certificate?.fields ?? []) + (plan.context.ownProxy?.fields ?? [])
    let others = more.flatMap { VariableTable().resolved($0.value).unresolved.map(\.name) }
    var definition = plan.definition
    definition.variables = []
    let used = Set(SendContext().missing(in: definition).map(\.variable.name) + others)
    var rows: [Row] = []
    for entry in plan.context.variables.entries where used.contains(entry.name) {
      guard !rows.contains(where: { $0.name == entry.name }) else { continue }
      // Secrets and values from outside the workspace are exported by name only.
      rows.append(Row(entry.name, entry.isSecret || entry.isOutside ? VariableValue("") : entry.typedValue))
    }
    return rows
  }

  /// A collection or one of its folders.
  package struct Place {
    /// `the collection Shop`
    package var words: String
    var name: String
    package var path: String
    var items: [TreeItem]
    var collection: CollectionNode

    package var hasRequests: Bool {
      var found = false
      items.forEachItem { found = found || !$0.isFolder }
      return found
    }
  }

  /// The named folder or collection with its contents; `nil` if there is none with this name.
  package func tree(_ target: String) throws(ExportFault) -> ImportedCollection? {
    let listed = workspace.tree()
    guard let place = Self.place(target, in: listed) else { return nil }
    var content = try content(of: place)
    let unlisted = Self.unlisted(below: place.path, in: listed)
    let known = Set(unlisted.map(\.description))
    content.notices = unlisted + content.notices.filter { !known.contains($0.description) }
    return content
  }

  /// The named folder or collection in a format; `nil` if there is none with this name.
  package func text(
    of target: String, in format: ExportFormat, revealsSecrets: Bool = false
  ) throws(ExportFault) -> ExportText? {
    guard var tree = try tree(target) else { return nil }
    // Notices name files of this computer, which do not belong into the text.
    let unlisted = tree.notices
    tree.notices = []
    var text = ExportText(
      tree, in: format, redaction: Redaction.standard.adding(secrets), revealsSecrets: revealsSecrets)
    text.leaveOut(unlisted)
    return text
  }

  /// Notices for items of a folder that are missing from its list of requests and so from exports: unreadable folders,
  /// links that lead out.
  package static func unlisted(below folder: String, in tree: WorkspaceTree) -> [Notice] {
    tree.notices.filter { $0.isIn(folder) }
  }

  /// The named folder or collection; `nil` if there is none with this name.
  package static func place(_ target: String, in tree: WorkspaceTree) -> Place? {
    for collection in tree.collections {
      // A path that is not on disk is looked up by name.
      let path = (try? FileSystem.live.resolve(target)) ?? target
      let name = target.split(separator: "/").joined(separator: "/")
      if path == collection.path || name == collection.name || name == FilePaths.name(of: collection.path) {
        return Place(
          words: "the collection \(collection.name)", name: collection.name, path: collection.path,
          items: collection.items, collection: collection)
      }
      for path in [path, FilePaths.join(collection.path, name)] {
        guard let folder = collection.items.chain(to: path).last?.folder else { continue }
        return Place(
          words: "the folder \(folder.name)", name: folder.name, path: folder.path, items: folder.items,
          collection: collection)
      }
    }
    return nil
  }

  /// The values of all secrets of the workspace, which an export must not contain.
  package var secrets: Set<String> {
    let all = workspace.collectionPaths().flatMap { workspace.environments(of: $0).environments }
    return Set(all.flatMap { $0.environment.variables.filter(\.isSecret).map(\.row.value) })
  }

  private static func reading<Value>(_ work: () throws(WorkspaceError) -> Value) throws(ExportFault) -> Value {
    do throws(WorkspaceError) { return try work() } catch { throw .file(error) }
  }

  private func content(of place: Place) throws(ExportFault) -> ImportedCollection {
    let (path, collection) = (place.path, place.collection)
    var broken: [Notice] = []
    var root = try folder(place.items, at: path, named: place.name, &broken)
    var trust = [(place: TrustPlace.folder(place.name), trust: root.settings.trust)]
    // A single folder keeps what it inherits from its parents; the nearest parent comes last.
    for outer in workspace.folders(above: path).reversed() where outer != path {
      let outerSettings = try Self.reading { () throws(WorkspaceError) in try workspace.settings(of: outer) }.settings
      root.settings.headers = outerSettings.headers + root.settings.headers
      root.settings.variables = outerSettings.variables + root.settings.variables
      root.settings.captures = outerSettings.captures + root.settings.captures
      root.settings.certificates += outerSettings.certificates
      root.settings.proxy = root.settings.proxy ?? outerSettings.proxy
      trust.append((.folder(outer), outerSettings.trust))
      let isOpen = root.settings.authentication.scheme == .inherit || root.settings.authentication.scheme == .none
      if isOpen { root.settings.authentication = outerSettings.authentication }
    }
    if let environment {
      let file = try Self.reading { () throws(WorkspaceError) in
        try workspace.environment(named: environment, of: collection.path)
      }
      guard let file else { throw .noEnvironment(environment, in: collection.name) }
      root.settings.variables += file.environment.variables.filter(\.row.isEnabled).map {
        Row($0.row.name, $0.isSecret ? VariableValue("") : $0.row.typedValue)
      }
      // The collection comes last: the environment precedes it.
      trust.insert((.environment(environment), file.environment.trust), at: trust.count - 1)
    }
    root.settings.trust = ServerTrust(EffectiveTrust(trust))
    var tree = ImportedCollection(format: "apus", root: root, notices: broken)
    if environment == nil, path == collection.path {
      let read = workspace.environments(of: path)
      tree.environments = read.environments.map(\.environment.withoutSecrets)
      tree.notices += read.notices
    }
    return tree
  }

  /// - Parameter broken: receives a notice for each file that cannot be read. Requests below a folder with an
  ///   unreadable file are omitted, because they would lack inherited settings.
  private func folder(
    _ items: [TreeItem], at path: String, named name: String, _ broken: inout [Notice]
  ) throws(ExportFault) -> ImportedCollection.Folder {
    let file = try Self.reading { () throws(WorkspaceError) in try workspace.settings(of: path) }
    var made = ImportedCollection.Folder(name: name, settings: file.settings)
    for item in items {
      do throws(ExportFault) {
        switch item {
        case .folder(let inner):
          made.items.append(.folder(try folder(inner.items, at: inner.path, named: inner.name, &broken)))
        case .request(let node): made.items.append(.request(try request(node), options: TransferOptions()))
        }
      } catch {
        broken.append(Notice(.error, "", error.description))
      }
    }
    return made
  }

  private func request(_ node: RequestNode) throws(ExportFault) -> RequestDefinition {
    if let fault = node.fault { throw .file(.invalid(fault)) }
    return try Self.reading { () throws(WorkspaceError) in try workspace.request(at: node.path) }.definition
  }
}

/// Why an export cannot be complete.
package enum ExportFault: Error, Hashable, Sendable, CustomStringConvertible {
  case file(WorkspaceError)
  case noEnvironment(String, in: String)

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .noEnvironment(let name, let collection): "no environment \(name) in \(collection)"
    }
  }
}
