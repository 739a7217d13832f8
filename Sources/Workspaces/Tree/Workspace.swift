package import HTTPModel

/// One workspace on disk: its location, and all operations on it.
///
/// A plain value without a cache. Every method blocks on the disk: call it from a background task.
package struct Workspace: Sendable {
  /// Absolute, symbolic links resolved.
  package let path: String
  @Indirect package private(set) var files: FileSystem
  /// The folder for secrets and everything else that belongs to the user, outside the workspace.
  package let stateFolder: String
  /// The folder of the user's own settings.
  package var settingsFolder = SettingsFolder()
  /// `.apus`; `files` reaches it only through this guard.
  package let privateFolder: PrivateFolder
  /// The authentication schemes that its requests may use.
  package var schemes = AuthenticationSchemes.builtIn

  /// Finds the workspace for `path`: the folder itself if it is a collection or contains collections, else the nearest
  /// collection above it (so a subfolder or a request's file works, too), as far up as `FolderSearch` goes.
  ///
  /// - Parameter most: the number of subfolders that are searched for collections.
  package static func open(
    _ path: String, files: FileSystem = .live, stateFolder: String = StateFolder.standard(),
    lookingInto most: Int = .max
  ) throws(WorkspaceError) -> Workspace {
    let real = try onDisk { () throws(FileError) in try files.resolve(path) }
    var named = real
    if try onDisk({ () throws(FileError) in try files.stamp(real) })?.isDirectory != true {
      named = FilePaths.parent(of: real) ?? real
    }
    if Self.isWorkspace(named, files, lookingInto: most) {
      return Workspace(path: named, files: files, stateFolder: stateFolder)
    }
    let above = FolderSearch.upwards(from: named, files: files).dropFirst()
    guard let collection = above.first(where: { Self.isCollection($0, files) }) else {
      throw .notAWorkspace(path: path)
    }
    return Workspace(path: collection, files: files, stateFolder: stateFolder)
  }

  /// A folder without a collection, in which the first one will be created.
  /// - Throws: `.notAWorkspace` if `path` is not a folder.
  package static func openEmpty(
    _ path: String, files: FileSystem = .live, stateFolder: String = StateFolder.standard()
  ) throws(WorkspaceError) -> Workspace {
    let real = try onDisk { () throws(FileError) in try files.resolve(path) }
    guard try onDisk({ () throws(FileError) in try files.stamp(real) })?.isDirectory == true else {
      throw .notAWorkspace(path: path)
    }
    return Workspace(path: real, files: files, stateFolder: stateFolder)
  }

  init(path: String, files: FileSystem, stateFolder: String) {
    self.path = path
    self.stateFolder = stateFolder
    privateFolder = PrivateFolder(workspace: path, stateFolder: stateFolder)
    self.files = files.guarding(files, privateFolder)
    let reader = self
    self.files = reader.files.writing(within: path, besides: privateFolder) { reader.collection(of: $0) }
  }

  /// The disk restricted to the workspace: links that lead out of it are not followed.
  var confined: FileSystem {
    // A collection cannot read files of another one.
    files.confined(to: path) { [self] in collection(of: $0) }
  }

  /// The displayed name: the folder's. The root has none, so its path is displayed.
  package var name: String { path == "/" ? path : FilePaths.name(of: path) }

  /// Lists every collection with its items. Never fails: an unreadable item gives a notice or has a fault. In a
  /// cancelled task, it ends soon with an incomplete result.
  ///
  /// - Parameter progress: receives the results found so far.
  package func tree(reporting progress: ListingProgress? = nil) -> WorkspaceTree {
    tree(within: ListingAllowance(), reporting: progress)
  }

  /// The tree of a small workspace; `nil` if it has more than `most` requests and folders, of which no more are read.
  package func glance(atMost most: Int) -> WorkspaceTree? {
    let allowance = ListingAllowance(most)
    let tree = tree(within: allowance)
    return allowance.isExceeded || tree.collections.isEmpty ? nil : tree
  }

  private func tree(within allowance: ListingAllowance, reporting progress: ListingProgress? = nil) -> WorkspaceTree {
    var tree = WorkspaceTree(name: name, path: path)
    let roots = collectionPaths(&tree.notices)
    for root in roots {
      if Task.isCancelled { return tree }
      var loader = CollectionLoader(
        files: files, root: root, workspace: path, allowance: allowance, progress: progress)
      tree.collections.append(loader.collection())
      // A nested collection that is listed separately is not missing.
      tree.notices += loader.notices.filter {
        $0.message != CollectionLoader.otherCollectionWords || !roots.contains($0.location)
      }
    }
    tree.notices = Self.bounded(tree.notices)
    return tree
  }

  /// The limit on notices: a folder may hold any number of links.
  private static let mostNotices = 200

  static func bounded(_ notices: [Notice]) -> [Notice] {
    guard notices.count > mostNotices, let next = notices.dropFirst(mostNotices).first else { return notices }
    // Errors come before warnings.
    let sorted = notices.filter { $0.severity == .error } + notices.filter { $0.severity != .error }
    let more = Notice(.warning, next.location, "\(notices.count - mostNotices) more notices of this kind are left out")
    return sorted.prefix(mostNotices) + [more]
  }

  /// The folders of the collections, absolute: the workspace itself, or those below it.
  package func collectionPaths() -> [String] {
    var notices: [Notice] = []
    return collectionPaths(&notices)
  }

  /// The collection that contains a file or folder: the nearest above it, even if the workspace does not list it.
  package func collection(of file: String) -> String {
    let roots = collectionPaths()
    let known = roots.filter { FilePaths.isBelow(file, $0) }.max { $0.utf8.count < $1.utf8.count }
    guard let known else { return roots.first ?? path }
    var folder = file
    while folder.utf8.count > known.utf8.count {
      // Uses the real path: a link into another collection is not followed, and one within this collection gives its
      // target.
      if Self.isCollection(folder, files), files.leadsInside(folder, known) {
        // It was resolved just now.
        let real = (try? files.resolve(folder)) ?? folder
        return FilePaths.isBelow(real, known) ? real : folder
      }
      guard let parent = FilePaths.parent(of: folder) else { break }
      folder = parent
    }
    return known
  }

  func collectionPaths(_ notices: inout [Notice]) -> [String] {
    if Self.isCollection(path, files) { return [path] }
    var found = WorkspaceFile.collections(in: path, files.confined(to: path), &notices) ?? []
    do {
      let below = try files.list(path).filter { !$0.name.hasPrefix(".") && $0.kind != .file }
      for entry in below.sorted(by: { NameKey($0.name) < NameKey($1.name) }) {
        let folder = FilePaths.join(path, entry.name)
        if entry.kind == .link, !files.leadsInside(folder, path) {
          if Self.isCollection(folder, files) { notices.warn(folder, FileSystem.outsideWords) }
          continue
        }
        if !found.contains(folder), Self.isCollection(folder, files) { found.append(folder) }
      }
    } catch {
      notices.append(Notice(.error, path, error.message))
    }
    return found
  }

  static let collectionFiles = CollectionLoader.rootNames + [BruFormat.root]

  static func isCollection(_ folder: String, _ files: FileSystem) -> Bool {
    collectionFiles.contains { name in
      files.examined(FilePaths.join(folder, name))?.isDirectory == false
    }
  }

  static func isWorkspace(_ folder: String, _ files: FileSystem, lookingInto most: Int = .max) -> Bool {
    if isCollection(folder, files) { return true }
    var notices: [Notice] = []
    // True even if none of the named collections is usable; opening it then reports the reason.
    if WorkspaceFile.collections(in: folder, files.confined(to: folder), &notices) != nil { return true }
    // A folder that cannot be listed is not a workspace; opening it reports the error.
    let below = ((try? files.list(folder)) ?? []).lazy.filter { $0.kind != .file && !$0.name.hasPrefix(".") }
    return below.prefix(most).contains { entry in
      let path = FilePaths.join(folder, entry.name)
      return isCollection(path, files) && (entry.kind != .link || files.leadsInside(path, folder))
    }
  }
}

extension Workspace {
  /// The lock for every file that is read, changed and written back.
  package var writeLock: WriteLock { WriteLock(stateFolder: stateFolder) }
}

extension Workspace {
  /// The settings of the workspace's `apus.yml`, completed by the user's own; read anew each time.
  package func configuration() -> ReadConfiguration {
    let file = FilePaths.join(path, ConfigurationOrigin.workspace.rawValue)
    let own = ReadConfiguration(.workspace) { () throws(FileError) in
      try files.confined(to: path).readIfThere(file, ConfigurationReader.largest)
    }
    return own.merging(over: settingsFolder.configuration())
  }
}

/// Reads `workspace.yml` (opencollection.md, section 13) for the collections that it lists; it is never written.
enum WorkspaceFile {
  private static let name = "workspace.yml"

  /// - Returns: the absolute paths of the collections in the folder; `nil` if the folder has no readable file of that
  ///   name. The file is not trusted: a path outside of the folder is reported and neither opened nor examined.
  static func collections(in folder: String, _ files: FileSystem, _ notices: inout [Notice]) -> [String]? {
    let path = FilePaths.join(folder, name)
    do {
      let root = try YAMLDocument(try files.read(path, 1 << 20)).root
      guard root?["info"]?["type"]?.text == "workspace" else { return nil }
      var found: [String] = []
      for entry in root?["collections"]?.items ?? [] {
        guard let place = entry["path"]?.text, !place.isEmpty else { continue }
        guard let target = target(of: place, in: folder, files) else {
          notices.warn(path, "the collection \"\(place)\" \(outsideWords)")
          continue
        }
        if !Workspace.isCollection(target, files) {
          let remote = entry["remote"]?.text.map { "; it comes from \($0)" } ?? ""
          notices.warn(path, "the collection \"\(place)\" does not exist\(remote)")
        } else if !found.contains(target) {
          found.append(target)
        }
      }
      return found
    } catch let error as YAMLError {
      notices.append(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    } catch let error as FileError {
      if error.reason != .missing { notices.append(Notice(.error, path, error.message)) }
    } catch {
      notices.append(Notice(.error, path, "cannot be read"))
    }
    return nil
  }

  static let outsideWords = "is outside the workspace and was not opened; open it by its own path"

  /// The target of a path, with links resolved; `nil` if it is outside of the folder.
  private static func target(of path: String, in folder: String, _ files: FileSystem) -> String? {
    let target = FilePaths.absolute(path, in: folder)
    let isWritten = FilePaths.isBelow(target, folder)
    // A missing path has no links to resolve.
    guard let real = try? files.resolve(target) else { return isWritten ? target : nil }
    guard FilePaths.isBelow(real, folder) else { return nil }
    return isWritten ? target : real
  }
}

extension Workspace {
  /// Refuses a path with a link that leads out of the workspace that contains it, because the author of the workspace
  /// chose its target. A link outside of any workspace is the user's own.
  /// - Parameter folder: the base of a relative path.
  package static func checkLinks(on path: String, in folder: String = "/") throws(FileError) {
    let files = FileSystem.live
    let path = FilePaths.join(folder, path)
    var above = "/"
    for step in path.split(separator: "/") {
      let place = FilePaths.join(above, String(step))
      defer { above = place }
      // A folder outside of any workspace is the user's own.
      guard files.isLink(place), let around = try? Workspace.open(above) else { continue }
      // A broken link is reported when something is created there.
      guard let real = try? files.resolve(place), !FilePaths.isBelow(real, around.path) else { continue }
      throw FileError(place, .other, "\(FileSystem.outsideWords); name \(real) itself")
    }
  }
}
