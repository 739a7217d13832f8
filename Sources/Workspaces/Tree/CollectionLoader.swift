import Basics

/// Lists one collection's folder: sorted items, environments, and notices about unreadable ones.
struct CollectionLoader: Sendable {
  let files: FileSystem
  /// The same file system without links that lead out of the workspace.
  private let confined: FileSystem
  let root: String
  /// Links that lead out of it are not followed.
  private let workspace: String
  private let lister: ItemLister
  private let folderLister: ItemLister
  private(set) var ignored: Set<String> = ["node_modules", ".git", ".svn", ".hg", ".bruno", ".apus"]
  private(set) var notices: [Notice] = []
  /// The name in the collection's file, after reading it.
  private(set) var rootName: String?
  /// Indicates whether the collection's file sorts folders and requests together.
  private(set) var isRootMixed = false
  /// Indicates whether the collection is in the older format.
  private var isBru = false
  /// The directories above the current one, to detect links that lead back.
  private var above: [FileStamp] = []
  private static let deepest = 64
  private let allowance: ListingAllowance
  /// Reports results before the listing ends.
  private let progress: ListingProgress?
  /// The number of requests of one folder that are reported at a time.
  private static let pieceOfNews = 4096
  /// Reading fewer folders is faster than waking other threads.
  private static let manyFolders = 64

  static let rootNames = ["opencollection.yml", "opencollection.yaml"]
  static let folderNames = ["folder.yml", "folder.yaml", BruFormat.folderFile]
  /// Further files at the root: the list of collections, and the settings of Apus.
  static let otherRootNames = ["workspace.yml", ConfigurationOrigin.workspace.rawValue]
  private static let namesAtRoot = Set(rootNames + otherRootNames)
  static let environmentFolder = "environments"

  /// - Parameter workspace: the folder that contains the collection, `nil` for the collection itself.
  init(
    files: FileSystem, root: String, workspace: String? = nil, allowance: ListingAllowance = ListingAllowance(),
    progress: ListingProgress? = nil
  ) {
    self.files = files
    self.root = root
    self.allowance = allowance
    self.progress = progress
    let limit = workspace ?? root
    self.workspace = limit
    confined = files.confined(to: limit) { _ in root }
    folderLister = ItemLister(files: confined)
    lister = ItemLister(files: files)
  }

  mutating func collection() -> CollectionNode {
    readRoot()
    var node = CollectionNode(name: rootName ?? FilePaths.name(of: root), path: root)
    node.isMixed = isRootMixed
    beginAtRoot()
    progress?.begin(node)
    node.items = items(in: root, below: "", isMixed: isRootMixed) ?? []
    node.environments = environments()
    return node
  }

  private mutating func beginAtRoot() {
    // Without a stamp, a loop of links ends at the maximum depth.
    if let stamp = try? files.stamp(root) { above = [stamp] }
  }

  mutating func readRoot() {
    for name in Self.rootNames {
      let path = FilePaths.join(root, name)
      do {
        let document = try YAMLDocument(try confined.read(path, FileSystem.largestFile))
        let named = document.root?["info"]?["name"]?.text ?? ""
        if !named.isEmpty { rootName = named }
        isRootMixed = TreeOrder.isMixed(document.root)
        let extra = document.root?["extensions"]?["bruno"]?["ignore"]?.items?.compactMap(\.text) ?? []
        ignored.formUnion(extra)
        return
      } catch let error as YAMLError {
        notices.append(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
        return
      } catch let error as FileError {
        if error.reason == .missing { continue }
        notices.append(Notice(.error, path, error.message))
        return
      } catch {
        return
      }
    }
    readBruRoot()
  }

  private mutating func readBruRoot() {
    let path = FilePaths.join(root, BruFormat.root)
    do {
      let json = try JSONValue(parsing: ByteOrderMark.removed(from: try confined.read(path, FileSystem.largestFile)))
      if let name = json["name"]?.string, !name.isEmpty { rootName = name }
      ignored.formUnion(json["ignore"]?.array?.compactMap(\.string) ?? [])
    } catch {
      notices.warn(path, "\(error)")
    }
    let settings = folderLister.folder(FilePaths.join(root, BruFormat.collectionFile))
    if let fault = settings.fault { notices.append(fault) }
    isBru = true
  }

  private mutating func entries(of path: String, by disk: FileSystem? = nil) -> [DirectoryEntry]? {
    do { return try (disk ?? files).list(path) } catch {
      notices.append(Notice(.error, path, "cannot be listed: \(error.message)"))
      return nil
    }
  }

  /// The content of a folder; `nil` if it cannot be listed, which a notice then reports.
  private mutating func items(in directory: String, below prefix: String, isMixed: Bool) -> [TreeItem]? {
    guard let entries = entries(of: directory) else { return nil }
    guard prefix.isEmpty || !Self.holdCollection(entries) else {
      notices.warn(directory, Self.otherCollectionWords)
      return nil
    }
    var folders: [(path: String, name: String)] = []
    var requests: [(path: String, id: String)] = []
    let base = directory.hasSuffix("/") ? directory : directory + "/"
    for entry in entries where !ignored.contains(entry.name) {
      // The partial result is discarded.
      if Task.isCancelled { return nil }
      if !prefix.isEmpty, ignored.contains(prefix + entry.name) { continue }
      let path = base + entry.name
      switch kind(of: entry, at: path) {
      case .directory:
        if entry.name.hasPrefix(".") || (prefix.isEmpty && entry.name == Self.environmentFolder) { continue }
        guard isAllowed(at: directory) else { continue }
        folders.append((path, entry.name))
      case .file where isItem(entry.name, isRoot: prefix.isEmpty):
        guard isAllowed(at: directory) else { continue }
        requests.append((path, prefix + FilePaths.baseName(of: entry.name)))
      default: continue
      }
    }
    // Before the folders, which may take long, so that the top level appears first.
    let listed = self.requests(requests, in: directory)
    return TreeOrder.sorted(folders: self.folders(folders, below: prefix), requests: listed, isMixed: isMixed)
  }

  /// A nested collection is not listed: its requests would get the secrets and consents of the outer one.
  static let otherCollectionWords = "a separate collection; open it separately"

  private static func holdCollection(_ entries: [DirectoryEntry]) -> Bool {
    entries.contains { $0.kind != .directory && Workspace.collectionFiles.contains($0.name) }
  }

  private func requests(_ places: [(path: String, id: String)], in directory: String) -> [RequestNode] {
    guard let progress else { return Self.listed(places[...], lister) }
    var listed: [RequestNode] = []
    var rest = places[...]
    repeat {
      let piece = Self.listed(rest.prefix(Self.pieceOfNews), lister)
      progress.found(piece, in: directory)
      listed += piece
      rest = rest.dropFirst(Self.pieceOfNews)
    } while !rest.isEmpty && !Task.isCancelled
    return listed
  }

  private static func listed(_ places: ArraySlice<(path: String, id: String)>, _ lister: ItemLister) -> [RequestNode] {
    ParallelMap.map(Array(places)) { lister.request($0.path, id: $0.id) }
  }

  /// True if one more item may be listed; the first refusal is reported.
  private mutating func isAllowed(at directory: String) -> Bool {
    switch allowance.take() {
    case .allowed: return true
    case .usedUp: return false
    case .first:
      notices.append(
        Notice(.error, directory, "more than \(allowance.most) requests and folders; the rest is not listed"))
      return false
    }
  }

  private mutating func folders(_ found: [(path: String, name: String)], below prefix: String) -> [FolderNode] {
    if prefix.isEmpty { return topFolders(found) }
    return found.compactMap { path, name in
      guard let folder = enter(path, name) else { return nil }
      progress?.begin(folder.node)
      return filled(folder, below: prefix)
    }
  }

  /// Lists the folders of the top level, and reports them before reading their content. Many are read in parallel,
  /// since most of the time is spent in system calls.
  private mutating func topFolders(_ found: [(path: String, name: String)]) -> [FolderNode] {
    let entered = inEach(found) { loader, folder in loader.enter(folder.path, folder.name) }
    progress?.foundTop(entered.map(\.node))
    return inEach(entered) { loader, folder in loader.filled(folder, below: "") }
  }

  /// Transforms each element with a copy of the loader; joins the notices of the copies.
  private mutating func inEach<Element: Sendable, Made: Sendable>(
    _ elements: [Element], _ make: @escaping @Sendable (inout CollectionLoader, Element) -> Made?
  ) -> [Made] {
    let found = ParallelMap.map(elements, few: Self.manyFolders, piece: 2) { [self] element in
      var loader = self
      loader.notices = []
      let made = make(&loader, element)
      return (made: made, notices: loader.notices)
    }
    for element in found { notices += element.notices }
    return found.compactMap(\.made)
  }

  private func isItem(_ name: String, isRoot: Bool) -> Bool {
    guard isBru ? BruFormat.isFile(name) : FilePaths.isYAML(name), !name.hasPrefix(".") else { return false }
    let lower = name.lowercased()
    if lower == BruFormat.collectionFile { return false }
    if Self.folderNames.contains(lower) { return false }
    return !(isRoot && Self.namesAtRoot.contains(lower))
  }

  /// A folder of which only its own file has been read.
  private struct Entered: Sendable {
    var node: FolderNode
    var name: String
    var stamp: FileStamp?
  }

  /// - Returns: `nil` if it is too deep or leads back to a folder above it.
  private mutating func enter(_ path: String, _ name: String) -> Entered? {
    guard above.count <= Self.deepest else {
      notices.append(Notice(.error, path, "folders are nested deeper than \(Self.deepest) levels; not listed"))
      return nil
    }
    // A folder that cannot be examined cannot be listed either, which is reported below.
    let stamp = try? files.stamp(path)
    if let stamp, isAbove(stamp) {
      notices.warn(path, "this link points to a folder above it; not followed")
      return nil
    }
    let said = about(path)
    var node = FolderNode(name: said?.name ?? name, path: path, sequence: said?.sequence)
    node.isMixed = said?.isMixed == true
    return Entered(node: node, name: name, stamp: stamp)
  }

  private mutating func filled(_ folder: Entered, below prefix: String) -> FolderNode? {
    if let stamp = folder.stamp { above.append(stamp) }
    defer { if folder.stamp != nil { above.removeLast() } }
    var node = folder.node
    let below = prefix + folder.name + "/"
    guard let items = items(in: node.path, below: below, isMixed: node.isMixed) else { return nil }
    node.items = items
    return node
  }

  /// The content of `folder.yml`.
  private mutating func about(_ path: String) -> FolderFacts? {
    let found = Self.folderNames.lazy.map { [folderLister] in folderLister.folder(FilePaths.join(path, $0)) }
      .first { $0.name != nil || $0.sequence != nil || $0.isMixed || $0.fault != nil }
    if let fault = found?.fault { notices.append(fault) }
    return found
  }

  /// A link counts as its target if that is in the collection.
  private mutating func kind(of entry: DirectoryEntry, at path: String) -> DirectoryEntry.Kind {
    guard entry.kind == .link else { return entry.kind }
    do {
      guard let stamp = try files.stamp(path) else {
        if FilePaths.isYAML(entry.name) { notices.warn(path, "this link is broken") }
        return .other
      }
      let isListed = stamp.isDirectory ? !entry.name.hasPrefix(".") : isItem(entry.name, isRoot: false)
      guard isListed else { return stamp.isDirectory ? .directory : .file }
      if files.leadsInside(path, root) {
        guard stamp.isDirectory else { return .file }
        if isFirst(path, stamp) { return .directory }
        notices.warn(path, "this link points to a folder listed elsewhere; not followed")
        return .other
      }
      let isNear = files.leadsInside(path, workspace)
      notices.warn(path, isNear ? FileSystem.elsewhereWords : FileSystem.outsideWords)
      return .other
    } catch {
      notices.warn(path, "this link cannot be followed: \(error.message)")
      return .other
    }
  }

  private func isAbove(_ folder: FileStamp) -> Bool {
    above.contains { $0.inode == folder.inode && $0.device == folder.device }
  }

  /// True if the target of a link in the collection is not listed elsewhere. The links of sixty folders to each other
  /// would otherwise make an endless tree.
  private func isFirst(_ link: String, _ stamp: FileStamp) -> Bool {
    // It was resolved just now.
    guard let real = try? files.resolve(link), let home = try? files.resolve(root), real != home,
      !isAbove(stamp)
    else { return true }
    let place = FilePaths.relative(real, to: home)
    let parts = place.split(separator: "/").map(String.init)
    let isLeftOut =
      parts.contains { $0.hasPrefix(".") || ignored.contains($0) } || parts.first == Self.environmentFolder
      || parts.indices.contains { ignored.contains(parts[...$0].joined(separator: "/")) }
    return isLeftOut && allowance.takeFolder(stamp)
  }

  private mutating func environments() -> [String] {
    let folder = FilePaths.join(root, Self.environmentFolder)
    do {
      guard try files.stamp(folder) != nil else { return [] }
    } catch {
      notices.append(Notice(.error, folder, error.message))
      return []
    }
    let names = (entries(of: folder, by: confined) ?? []).filter { entry in
      guard FilePaths.isYAML(entry.name) || BruFormat.isFile(entry.name), !entry.name.hasPrefix(".") else {
        return false
      }
      return entry.kind != .link || kind(of: entry, at: FilePaths.join(folder, entry.name)) == .file
    }.map(\.name)
    return Set(names.map { FilePaths.baseName(of: $0) }).sorted { NameKey($0) < NameKey($1) }
  }
}
