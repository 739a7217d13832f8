extension Workspace {
  /// The user's own settings and those of the workspace's `apus.yml`, which come first: read anew each time.
  package func configuration() -> ReadConfiguration {
    let file = FilePaths.join(path, ConfigurationOrigin.workspace.rawValue)
    let own = ReadConfiguration(.workspace) { () throws(FileError) in
      try files.confined(to: path).readIfThere(file)
    }
    return own.merging(over: settingsFolder.configuration())
  }
}
