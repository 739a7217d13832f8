/// Reads `settings:` of a request, and the settings that a folder or collection shares with the requests below it.
enum SettingsReader {
  static func settings(_ node: YAMLNode?, _ reader: inout NodeReader) -> RequestSettings {
    guard let node = reader.map(node, "settings") else { return RequestSettings() }
    var settings = RequestSettings()
    for kind in SettingKind.all { kind.type.read(node[kind.key], kind.key, into: &settings, &reader) }
    return settings
  }

  /// `cookies` and `history` of everything below a folder.
  private static func uses(_ root: YAMLNode?, _ reader: inout NodeReader) -> RequestSettings {
    let own = root?["extensions"]?["apus"]
    var settings = RequestSettings()
    for kind in [SettingKind.cookies, .history] { kind.type.read(own?[kind.key], kind.key, into: &settings, &reader) }
    return settings
  }

  /// - Parameter root: the root of `folder.yml` or `opencollection.yml`.
  static func shared(_ root: YAMLNode?, _ reader: inout NodeReader) -> SharedSettings {
    let request = reader.map(root?["request"], "request")
    let config = reader.map(root?["config"], "config")
    let uses = uses(root, &reader)
    return SharedSettings(
      headers: reader.headers(request?["headers"]),
      authentication: AuthenticationReader.authentication(request?["auth"], &reader),
      variables: reader.rows(request?["variables"], "variables"), docs: reader.prose(root?["docs"]),
      captures: RequestReader.captures(request?["actions"], &reader),
      scripts: RequestReader.scripts(request?["scripts"], &reader),
      certificates: CertificateReader.certificates(config, &reader),
      proxy: ProxyReader.proxy(config, &reader), cookies: uses.cookies, history: uses.history,
      trust: ServerTrust.read(root, &reader), graphQL: GraphQLSettings.read(root, &reader),
      importPaths: ImportPathReader.paths(config, &reader))
  }
}

/// Reads `environments/NAME.yml` (opencollection.md, section 11). The file's name is the environment's name.
enum EnvironmentReader {
  static func environment(_ root: YAMLNode?, path: String, _ reader: inout NodeReader) -> Environment {
    let name = FilePaths.baseName(of: path)
    var made = Environment(name: name)
    guard let root else { return made }
    if let inside = root["name"]?.text, !inside.isEmpty, inside != name {
      reader.hint(root["name"], "the file is named \"\(name)\", which is used; the name inside is \"\(inside)\"")
    }
    let color = root["color"]?.text ?? ""
    made.color = color.isEmpty ? nil : color
    made.isProtected = root["protected"]?.bool == true || root["extensions"]?["apus"]?["protected"]?.bool == true
    made.trust = ServerTrust.read(root, &reader)
    made.variables = reader.maps(root["variables"], "variables").map { variable($0, &reader) }
    return made
  }

  private static func variable(_ entry: YAMLNode, _ reader: inout NodeReader) -> Environment.Variable {
    guard entry["secret"]?.bool == true else {
      return Environment.Variable(reader.row(entry, "variables"))
    }
    var row = Row(reader.text(entry["name"], "a secret's name"), isEnabled: reader.isEnabled(entry))
    row.note = reader.prose(entry["description"])
    if let value = entry["value"], !(value.text ?? "").isEmpty {
      reader.hint(value, "the value next to `secret: true` is ignored; secrets are stored outside the collection")
    }
    return Environment.Variable(row, isSecret: true)
  }
}

/// Applies the edit of shared settings to the tree of `folder.yml` or `opencollection.yml`.
enum SettingsWriter {
  static let collectionOrder = ["opencollection", "info", "config", "request", "docs", "bundled", "extensions"]
  static let configOrder = ["protobuf", "proxy", "clientCertificates", "environments"]
  private static let requestOrder = ["headers", "auth", "variables", "actions", "scripts"]

  static func tree(_ root: YAMLNode, from old: SharedSettings, to new: SharedSettings) -> YAMLNode {
    var root = root
    if old.headers != new.headers || old.variables != new.variables || old.authentication != new.authentication
      || old.captures != new.captures || old.scripts != new.scripts
    {
      root.update("request", order: collectionOrder) { request in
        if old.headers != new.headers {
          request.put(
            "headers", RowsWriter.plain.list(request["headers"], from: old.headers, to: new.headers),
            order: requestOrder)
        }
        if old.authentication != new.authentication {
          let node = AuthenticationWriter.node(request["auth"], from: old.authentication, to: new.authentication)
          request.put("auth", node, order: requestOrder)
        }
        if old.variables != new.variables {
          let list = RowsWriter.plain.list(request["variables"], from: old.variables, to: new.variables)
          request.put("variables", list, order: requestOrder)
        }
        if old.captures != new.captures {
          let list = RowsWriter.captures.list(request["actions"], from: old.captures, to: new.captures)
          request.put("actions", list, order: requestOrder)
        }
        if old.scripts != new.scripts {
          let list = RowsWriter.scripts.list(request["scripts"], from: old.scripts, to: new.scripts)
          request.put("scripts", list, order: requestOrder)
        }
      }
    }
    if old.certificates != new.certificates {
      root.update("config", order: collectionOrder) { config in
        let list = RowsWriter.certificates.list(
          config["clientCertificates"], from: old.certificates, to: new.certificates)
        config.put("clientCertificates", list, order: configOrder)
      }
    }
    [ImportPath].write(&root, from: old.importPaths, to: new.importPaths)
    if old.proxy != new.proxy {
      root.update("config", order: collectionOrder) { $0.putProxy(from: old.proxy, to: new.proxy, order: configOrder) }
    }
    if old.cookies != new.cookies {
      root.update("extensions", order: collectionOrder) { extensions in
        extensions.update("apus") { $0.put("cookies", new.cookies.map { .string($0.rawValue) }) }
      }
    }
    if old.history != new.history {
      root.update("extensions", order: collectionOrder) { extensions in
        extensions.update("apus") { $0.put("history", new.history.map { .string($0.rawValue) }) }
      }
    }
    ServerTrust.write(&root, from: old.trust, to: new.trust, order: collectionOrder)
    GraphQLSettings.write(&root, from: old.graphQL, to: new.graphQL, order: collectionOrder)
    if old.docs != new.docs {
      if root["docs"] == nil, !new.docs.isEmpty {
        let docs = YAMLNode.map([("content", .string(new.docs)), ("type", .string("text/markdown"))])
        root.put("docs", docs, order: collectionOrder)
      } else {
        root.putProse("docs", new.docs)
      }
    }
    return root
  }

  static func collection(named name: String, ignoring ignored: [String] = ["node_modules", ".git"]) -> YAMLNode {
    .map([
      ("opencollection", .string("1.0.0")), ("info", .map([("name", .string(name))])), ("bundled", .bool(false)),
      (
        "extensions",
        .map([("bruno", .map([("ignore", .list(ignored.map { .string($0) }))]))])
      ),
    ])
  }

  /// Marks that folders and requests are sorted together by `seq`, not folders first.
  static func keepOrder(in root: inout YAMLNode) {
    root.update("extensions", order: collectionOrder) { extensions in
      extensions.update("apus", order: []) { $0.put("order", .string(TreeOrder.bySequence), order: []) }
    }
  }

  static func folder(named name: String, sequence: Double?) -> YAMLNode {
    .map([
      (
        "info",
        .map([
          ("name", .string(name)), ("type", .string("folder")), ("seq", sequence.map { .bare(NumberText.text($0)) }),
        ])
      ),
      ("request", .map([("auth", .string("inherit"))])),
    ])
  }
}

/// Applies the edit of an environment to its tree. The value of a secret is never written.
enum EnvironmentWriter {
  private static let order = ["name", "color", "protected", "variables", "externalSecrets"]

  static func tree(_ root: YAMLNode, from old: Environment, to new: Environment) -> YAMLNode {
    var root = root
    if old.name != new.name { root.put("name", .string(new.name), order: order) }
    if old.color != new.color { root.put("color", new.color.map { .string($0) }, order: order) }
    if old.isProtected != new.isProtected {
      root.put("protected", new.isProtected ? .bool(true) : nil, order: order)
      if !new.isProtected, root["extensions"]?["apus"]?["protected"] != nil {
        root.update("extensions") { $0.update("apus") { $0.put("protected", nil) } }
      }
    }
    ServerTrust.write(&root, from: old.trust, to: new.trust)
    let (was, now) = (old.variables.map(withoutSecret), new.variables.map(withoutSecret))
    if was != now {
      root.put("variables", rows.list(root["variables"], from: was, to: now) ?? .list([]), order: order)
    }
    return root
  }

  static func file(_ environment: Environment) -> YAMLNode {
    var root = tree(.map([]), from: Environment(name: ""), to: environment)
    if root["variables"] == nil { root.put("variables", .list([]), order: order) }
    return root
  }

  private static func withoutSecret(_ variable: Environment.Variable) -> Environment.Variable {
    var shared = variable
    if variable.isSecret { shared.row.value = "" }
    return shared
  }

  private static var rows: RowsWriter<Environment.Variable> {
    RowsWriter<Environment.Variable>(name: \.row.name, make: make) { item, old, new in
      guard old.isSecret == new.isSecret else {
        item = make(new)
        return
      }
      let order = new.isSecret ? ["secret", "name", "type", "disabled"] : ["name", "value", "disabled", "description"]
      if new.isSecret {
        item.changeRow(Row(old.row.name, "", isEnabled: old.row.isEnabled, note: old.row.note), new.row, order: order)
      } else {
        item.changeRow(old.row, new.row, order: order)
      }
    }
  }

  private static func make(_ variable: Environment.Variable) -> YAMLNode {
    let row = variable.row
    return .map([
      ("secret", variable.isSecret ? .bool(true) : nil), ("name", .string(row.name)),
      ("value", variable.isSecret ? nil : .string(row.value)), ("disabled", row.isEnabled ? nil : .bool(true)),
      ("description", row.note.isEmpty ? nil : .string(row.note)),
    ])
  }
}
