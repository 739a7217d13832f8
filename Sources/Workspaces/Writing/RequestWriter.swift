/// Applies the edit of a definition to the tree of its file; unchanged parts keep their form.
struct RequestWriter {
  let old: RequestDefinition
  let new: RequestDefinition

  static let topOrder = [
    "info", "http", "graphql", "websocket", "grpc", "runtime", "settings", "examples", "docs", "app", "extensions",
  ]
  static let blockOrder = ["method", "url", "headers", "params", "body", "message", "auth"]
  static let infoOrder = ["name", "type", "seq", "tags", "description"]
  static let runtimeOrder = ["variables", "scripts", "assertions", "actions"]

  /// The tree of a new file, complete with the defaults that Bruno writes.
  static func file(_ definition: RequestDefinition) -> YAMLNode {
    var complete = definition
    for kind in SettingKind.all where kind.isInNewFiles(ofConversation: definition.kind.isConversation) {
      kind.type.complete(&complete.settings)
    }
    // Differs in the fields that are always written, so that they count as changed.
    var empty = RequestDefinition(
      kind: definition.kind, name: complete.name + "-", method: complete.method + "-", url: complete.url + "-",
      authentication: .none)
    empty.conversation.keepAliveInterval = -1
    var root = YAMLNode.map([("info", .map([("type", .string(definition.kind.word))]))])
    root = RequestWriter(old: empty, new: complete).tree(root)
    return root
  }

  func tree(_ root: YAMLNode) -> YAMLNode {
    guard old.kind == new.kind else { return converting(root) }
    var root = root
    if root["info"] != nil || old.name != new.name || old.sequence != new.sequence || old.tags != new.tags {
      root.update("info", order: Self.topOrder, changeInfo)
    }
    let authMoves = root["runtime"]?["auth"] != nil
    if let key = blockKey { root.update(key, order: Self.topOrder) { changeBlock(&$0, authMoves) } }
    if old.authentication != new.authentication, root["runtime"]?["auth"] != nil {
      root.update("runtime") { $0.put("auth", nil) }
    }
    if runtimeChanged { root.update("runtime", order: Self.topOrder, changeRuntime) }
    if old.settings != new.settings || keepAliveChanged {
      root.update("settings", order: Self.topOrder, changeSettings)
    }
    if new.kind.isConversation { changeConversation(&root) }
    ServerTrust.write(&root, from: old.trust, to: new.trust, order: Self.topOrder)
    GraphQLSettings.write(&root, from: old.graphQL, to: new.graphQL, order: Self.topOrder)
    if old.condition != new.condition {
      root.update("extensions", order: Self.topOrder) { extensions in
        extensions.update("apus") { $0.put("if", new.condition.isEmpty ? nil : .string(new.condition)) }
      }
    }
    changeCallExtension(&root)
    if old.examples != new.examples {
      let rows = RowsWriter.examples(isGraphQL: new.kind == .graphql)
      root.put(
        "examples", rows.list(root["examples"], from: old.examples, to: new.examples), order: Self.topOrder)
    }
    if old.docs != new.docs { root.putProse("docs", new.docs, order: Self.topOrder) }
    return root
  }

  private var blockKey: String? {
    switch new.kind {
    case .http: "http"
    case .graphql: "graphql"
    case .webSocket: "websocket"
    // The settings of a folder or a collection are written by `SettingsWriter`.
    case .grpc: "grpc"
    case .unsupported, .folder, .collection: nil
    }
  }

  private func changeInfo(_ info: inout YAMLNode) {
    if old.name != new.name { info.put("name", .string(new.name), order: Self.infoOrder) }
    if old.sequence != new.sequence {
      info.put("seq", new.sequence.map { .bare(NumberText.text($0)) }, order: Self.infoOrder)
    }
    if old.tags != new.tags {
      info.put("tags", new.tags.isEmpty ? nil : .list(new.tags.map { .string($0) }), order: Self.infoOrder)
    }
  }

  private func changeBlock(_ block: inout YAMLNode, _ authMoves: Bool) {
    if new.kind == .grpc { return changeCall(&block, authMoves) }
    let order = Self.blockOrder
    let isWebSocket = new.kind == .webSocket
    if old.method != new.method, !isWebSocket { block.put("method", .string(new.method), order: order) }
    if old.url != new.url { block.put("url", .string(new.url), order: order) }
    if old.headers != new.headers {
      block.put("headers", RowsWriter.plain.list(block["headers"], from: old.headers, to: new.headers), order: order)
    }
    if old.params != new.params, !isWebSocket {
      block.put("params", RowsWriter.parameters.list(block["params"], from: old.params, to: new.params), order: order)
    }
    if isWebSocket {
      changeMessages(&block)
    } else if old.body != new.body {
      BodyWriter(old: old.body, new: new.body).change(&block, isGraphQL: new.kind == .graphql)
    }
    changeAuthentication(&block, authMoves, order)
  }

  func changeAuthentication(_ block: inout YAMLNode, _ authMoves: Bool, _ order: [String]) {
    guard old.authentication != new.authentication else { return }
    let node = AuthenticationWriter.node(
      authMoves ? nil : block["auth"], from: old.authentication, to: new.authentication)
    block.put("auth", node, order: order)
  }

  private var runtimeChanged: Bool {
    old.variables != new.variables || old.scripts != new.scripts || old.assertions != new.assertions
      || old.captures != new.captures
  }

  private func changeRuntime(_ runtime: inout YAMLNode) {
    let order = Self.runtimeOrder
    if old.variables != new.variables {
      let list = RowsWriter.plain.list(runtime["variables"], from: old.variables, to: new.variables)
      runtime.put("variables", list, order: order)
    }
    if old.scripts != new.scripts {
      runtime.put(
        "scripts", RowsWriter.scripts.list(runtime["scripts"], from: old.scripts, to: new.scripts), order: order)
    }
    if old.assertions != new.assertions {
      let list = RowsWriter.assertions.list(runtime["assertions"], from: old.assertions, to: new.assertions)
      runtime.put("assertions", list, order: order)
    }
    if old.captures != new.captures {
      let list = RowsWriter.captures.list(runtime["actions"], from: old.captures, to: new.captures)
      runtime.put("actions", list, order: order)
    }
  }

  private func changeSettings(_ settings: inout YAMLNode) {
    for kind in SettingKind.all where !kind.type.isSame(old.settings, new.settings) {
      settings.put(kind.key, kind.type.node(in: new.settings), order: SettingKind.order)
    }
    guard keepAliveChanged else { return }
    let interval = YAMLNode.bare(NumberText.text(new.conversation.keepAliveInterval))
    settings.put(
      ConversationDefinition.keepAliveKey, interval, order: ["timeout", ConversationDefinition.keepAliveKey])
  }
}
