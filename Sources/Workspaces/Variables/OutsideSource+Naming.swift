extension OutsideSource {
  /// The variables that the texts name directly, as `{{NAME}}` or `{{process.env.NAME}}`; not those named by the values
  /// of these variables.
  package static func variables(in texts: [String]) -> Set<OutsideSource> {
    var found: Set<OutsideSource> = []
    for text in texts where text.utf8.contains(UInt8(ascii: "{")) {
      for reference in TemplateScanner.references(in: Array(text.utf8)) {
        let name = reference.inner
        let prefix = VariableTable.processPrefix
        found.insert(.variable(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name))
      }
    }
    return found
  }

  /// The files of a body that the user named.
  /// - Parameter folder: the base of relative paths.
  package static func files(of body: BodyDefinition, in folder: String) -> Set<OutsideSource> {
    var paths: [String] = []
    switch body {
    case .file(let choices): paths = choices.map(\.path)
    case .multipart(let parts):
      for case .files(let own) in parts.map(\.content) { paths += own }
    case .none, .text, .form, .graphql: break
    }
    return Set(paths.map { file(at: FilePaths.join(folder, $0)) })
  }

  /// A file by its real path; a missing file by the path that it would have.
  package static func file(at path: String) -> OutsideSource {
    // A path that cannot be resolved is used as written.
    .file((try? Disk.resolve(path)) ?? FilePaths.absolute(path, in: "/"))
  }
}
