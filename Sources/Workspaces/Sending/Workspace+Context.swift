import HTTPModel

extension Workspace {
  /// Everything that determines what a request of this workspace sends: read once, used for every view and every send.
  ///
  /// - Parameters:
  ///   - request: absolute path of the request's file, which need not exist yet; or of a folder.
  ///   - environment: the name of an environment of its collection, `nil` for none.
  package func context(
    for request: String, environment: String? = nil, inputs: VariableInputs = VariableInputs()
  ) throws(WorkspaceError) -> SendContext {
    let root = collection(of: request)
    var context = SendContext(folder: root)
    context.tokenFolder = FilePaths.join(stateFolder, "tokens")
    context.schemaFolder = SchemaFolder(files, in: privateFolder)
    context.configuration = configuration().configuration
    context.consent = .withPins(root, consents, context.configuration)
    for folder in folders(above: request, in: root) {
      let file = try settings(of: folder)
      try refuseDamaged(file.notices)
      context.layers.append(
        SendContext.Layer(
          path: folder, name: file.definition.name, settings: file.settings, file: FilePaths.name(of: file.path)))
    }
    if let given = inputs.environment {
      context.environment = given
    } else if let environment {
      guard let found = try self.environment(named: environment, of: root) else {
        throw .noEnvironment(environment, known: environmentNames(of: root))
      }
      try refuseDamaged(found.notices)
      context.environment = found.environment
    }
    context.variables = try table(context, root, inputs)
    if let runtime = inputs.runtime[context.answerScope] { context.setRuntime(runtime) }
    if let scripts = inputs.scripts[context.answerScope] { context.setScripts(scripts, of: requestID(of: request)) }
    return context
  }

  /// Refuses damaged files, and reports the location.
  private func refuseDamaged(_ notices: [Notice]) throws(WorkspaceError) {
    if let notice = notices.first(where: { $0.severity == .error }) { throw .invalid(notice) }
  }

  private func table(
    _ context: SendContext, _ root: String, _ inputs: VariableInputs
  ) throws(WorkspaceError) -> VariableTable {
    var table = VariableTable()
    table.add(inputs.commandLine.reversed(), .commandLine)
    table.entries += VariableTable.entries(answering: inputs.prompts)
    for layer in context.layers.dropFirst().reversed() { table.add(layer.settings.variables, .folder(layer.name)) }
    if let environment = context.environment { table.add(environment, isGiven: inputs.environment != nil) }
    if let collection = context.layers.first { table.add(collection.settings.variables, .collection) }
    if let environment = context.environment, let folder = folderOfGlobals(of: root) {
      try addGlobals(environment.name, of: folder, to: &table)
    }
    table.entries += inputs.globals.filter { $0.row.isEnabled && !$0.row.name.isEmpty }.map {
      VariableTable.Entry($0.row, isSecret: $0.isSecret, origin: .workspace)
    }
    let declared = table.declaredSecrets
    // A value given for a declared secret is as secret as a stored one.
    for index in table.entries.indices where table.entries[index].origin == .commandLine {
      if VariableTable.isSecret(table.entries[index].name, declared) { table.entries[index].isSecret = true }
    }
    try addDotEnv(root, declared, to: &table)
    table.addProcess(inputs.process, declared, wanted: try processNames(root))
    return table
  }

  /// If `.env` is a link that leads out of the collection, sending its values needs consent to use the file.
  private func addDotEnv(
    _ root: String, _ declared: Set<String>, to table: inout VariableTable
  ) throws(WorkspaceError) {
    let path = FilePaths.join(root, ".env")
    var source: UserValueSource?
    guard let bytes = try onDisk({ () throws(FileError) in try files.readIfThere(path) }) else { return }
    if files.isLink(path) {
      let real = try onDisk { () throws(FileError) in try files.resolve(path) }
      if !ConsentPolicy(collection: root, store: consents).holds(real) { source = .file(real) }
    }
    table.entries += DotEnv.pairs(bytes).map { pair in
      VariableTable.Entry(
        pair.name, pair.value, isSecret: VariableTable.isSecret(pair.name, declared), origin: .dotenv, source: source)
    }
  }

  /// The folder whose environments contain the variables that collections share, under the name of their own
  /// environment; `nil` if the workspace is one collection.
  package func folderOfGlobals(of collection: String) -> String? {
    collection == path || Self.isCollection(path, files) ? nil : path
  }

  private func addGlobals(
    _ name: String, of folder: String, to table: inout VariableTable
  ) throws(WorkspaceError) {
    guard let file = try environment(named: name, of: folder) else { return }
    let shared = file.environment.variables.filter { $0.row.isEnabled && !$0.row.value.isEmpty }
    table.entries += shared.map { variable in
      VariableTable.Entry(
        variable.row, isSecret: variable.isSecret, origin: .workspace,
        source: variable.isSecret ? .secret(variable.row.name, of: name, isOfWorkspace: true) : .shared)
    }
  }

  /// The names that `extensions.apus.processEnvironment` of the collection allows; `nil` if it is absent, which allows
  /// all.
  private func processNames(_ root: String) throws(WorkspaceError) -> Set<String>? {
    for name in CollectionLoader.rootNames {
      let path = FilePaths.join(root, name)
      guard let bytes = try readIfPresent(path) else { continue }
      let list = try parsed(bytes, path).root?["extensions"]?["apus"]?["processEnvironment"]?.items
      return list.map { Set($0.compactMap(\.text)) }
    }
    return nil
  }
}

extension VariableTable {
  /// The answers to prompts, by label.
  static func entries(answering answers: [String: String]) -> [Entry] {
    answers.sorted { $0.key < $1.key }.map { label, value in
      Entry(PromptQuestion(label).name, value, isSecret: namesSecret(label), origin: .prompt)
    }
  }

  fileprivate mutating func add(_ pairs: [VariableInputs.Pair], _ origin: Origin) {
    entries += pairs.map { Entry($0.name, $0.value, origin: origin) }
  }

  fileprivate mutating func add(_ rows: [Row], _ origin: Origin) {
    entries += rows.filter { $0.isEnabled && !$0.name.isEmpty }.map { Entry($0, origin: origin) }
    for row in rows where !row.isEnabled { disabled[row.name] = disabled[row.name] ?? origin }
  }

  /// - Parameter isGiven: true if the user gave the values with this send, so that they need no consent.
  fileprivate mutating func add(_ environment: Environment, isGiven: Bool) {
    let origin = Origin.environment(environment.name)
    for variable in environment.variables where !variable.row.name.isEmpty {
      let row = variable.row
      if !row.isEnabled {
        disabled[row.name] = disabled[row.name] ?? origin
      } else if variable.isSecret, row.value.isEmpty {
        unsetSecrets[row.name] = environment.name
      } else {
        let source = variable.isSecret && !isGiven ? UserValueSource.secret(row.name, of: environment.name) : nil
        entries.append(Entry(row, isSecret: variable.isSecret, origin: origin, source: source))
      }
    }
  }

  /// - Parameter wanted: the names that the collection declares; `nil` for all.
  fileprivate mutating func addProcess(_ process: [String: String], _ declared: Set<String>, wanted: Set<String>?) {
    let prefix = VariableInputs.givenPrefix
    for (name, value) in process.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix(prefix), name != prefix {
        let given = String(name.dropFirst(prefix.count))
        entries.append(Entry(given, value, isSecret: Self.isSecret(given, declared), origin: .process))
      } else if wanted?.contains(name) ?? true, process[prefix + name] == nil {
        // The shell's `PWD` only looks like a password.
        let isFolder = (name == "PWD" || name == "OLDPWD") && !declared.contains(name)
        let isSecret = !isFolder && Self.isSecret(name, declared)
        entries.append(Entry(name, value, isSecret: isSecret, origin: .process, source: .variable(name)))
      }
    }
  }
}
