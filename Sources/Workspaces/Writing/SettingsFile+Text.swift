extension RequestFile {
  /// The same file as settings that requests inherit.
  var settingsFile: SettingsFile {
    SettingsFile(
      path: path, name: definition.name, sequence: definition.sequence, settings: definition.shared, notices: notices,
      bytes: bytes)
  }
}

extension SettingsFile {
  /// The file's text with the settings written into it, changing only the affected lines; and the comments that would
  /// be lost. A missing `folder.yml` is written whole.
  func text(with settings: SharedSettings) throws(WorkspaceError) -> (bytes: [UInt8], lostComments: [String]) {
    if BruFormat.isFile(path) { throw BruFormat.notEditable(path) }
    let isNew = bytes.isEmpty
    let base = isNew ? YAMLEmitter.file(SettingsWriter.folder(named: name, sequence: sequence)) : bytes
    var old = self.settings
    if isNew { old.authentication = .inherit }
    return try patched(try parsed(base, path), path) { SettingsWriter.tree($0, from: old, to: settings) }
  }
}
