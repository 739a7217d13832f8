extension Workspace {
  /// Moves a request or folder to position `index` among the items of its kind in `folder`, and writes the new `seq` of
  /// every item whose position changed; other files are not touched.
  /// - Throws: `.secretsWouldBeWritten`, for the user to decide, on a move to another collection.
  package func move(
    _ path: String, to folder: String, at index: Int, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> ItemChange {
    let isFolder = try onDisk { () throws(FileError) in try files.stamp(path) }?.isDirectory == true
    guard !isFolder || !FilePaths.isBelow(folder, path) else {
      throw .badName(FilePaths.name(of: path), why: "a folder cannot move into itself")
    }
    let root = collection(of: folder)
    let isRoot = folder == root
    var steps: [WorkspaceChange.Step] = []
    var target = path
    if FilePaths.parent(of: path) != folder {
      target = FilePaths.join(folder, try placeName(of: path, isFolder, in: folder, isRoot: isRoot))
      if collection(of: path) != root { try checkNew(try copies(of: path, isFolder, at: target), from: path, options) }
      steps.append(.move(from: path, to: target))
      if !isFolder { steps += try snapshotSteps(from: path, to: target) }
    }
    var order = siblings(in: folder, folders: isFolder).filter { $0 != path }
    order.insert(target, at: min(max(0, index), order.count))
    for (place, item) in order.enumerated() {
      if let step = try sequenceStep(item, read: item == target ? path : item, Double(place + 1), isFolder) {
        steps.append(step)
      }
    }
    return ItemChange(path: target, undo: try perform(WorkspaceChange(steps)))
  }

  private func snapshotSteps(
    from path: String, to target: String
  ) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    guard let recorded = try recordedAnswer(besides: path) else { return [] }
    return [.move(from: recorded, to: FilePaths.snapshot(ofRequest: target))]
  }

  /// The file of a recorded answer, which goes with its request; `nil` if there is none. A folder of that name is none
  /// of ours and stays.
  func recordedAnswer(besides request: String) throws(WorkspaceError) -> String? {
    let path = FilePaths.snapshot(ofRequest: request)
    let stamp = try onDisk { () throws(FileError) in try files.stamp(path) }
    return stamp?.isDirectory == false ? path : nil
  }

  /// Its own name if that is free and not excluded there, else a free one derived from it.
  private func placeName(
    of path: String, _ isFolder: Bool, in folder: String, isRoot: Bool
  ) throws(WorkspaceError) -> String {
    let name = FilePaths.name(of: path)
    var base = isFolder ? name : FilePaths.baseName(of: name)
    let ending = String(name.dropFirst(base.count))
    let hidden = hiddenNames(in: collection(of: folder))
    base = FileNames.unreserved(base, (isFolder ? FileNames.Kind.folder : .request).rawValue) { base in
      FileNames.isReserved(base, isRoot: isRoot, isFolder: isFolder) || hidden.contains(base + ending)
    }
    return FileNames.free(base, ending: ending, among: try names(in: folder), isCopy: false)
  }

  /// The files that are new in the other collection.
  private func copies(
    of path: String, _ isFolder: Bool, at target: String
  ) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    if isFolder { return try copy(path, to: target) }
    let bytes = try onDisk { () throws(FileError) in try files.read(path, FileSystem.largestFile) }
    return [.write(path: target, old: nil, new: bytes)]
  }

  /// Paths of the folders or of the requests of one folder, as listed.
  private func siblings(in folder: String, folders: Bool) -> [String] {
    items(in: folder).items.compactMap { item in
      switch item {
      case .folder(let node): folders ? node.path : nil
      case .request(let node): folders || node.fault != nil ? nil : node.path
      }
    }
  }

  /// The items of a folder or collection, as listed.
  func items(in folder: String) -> ListedItems {
    let root = collection(of: folder)
    var loader = CollectionLoader(files: files, root: root)
    func search(_ list: [TreeItem]) -> ListedItems? {
      for case .folder(let node) in list {
        if node.path == folder { return ListedItems(items: node.items, isMixed: node.isMixed) }
        if FilePaths.isBelow(folder, node.path) { return search(node.items) }
      }
      return nil
    }
    let collection = loader.collection()
    if folder == root { return withoutLinks(ListedItems(items: collection.items, isMixed: collection.isMixed)) }
    return withoutLinks(search(collection.items) ?? ListedItems())
  }

  /// A link to another of the items would be written a second time; its place is that of its target.
  private func withoutLinks(_ listed: ListedItems) -> ListedItems {
    // What cannot be resolved stands for itself.
    let real = listed.items.map { (try? files.resolve($0.path)) ?? $0.path }
    func isItself(_ index: Int) -> Bool {
      FilePaths.name(of: real[index]) == FilePaths.name(of: listed.items[index].path)
    }
    let targets = Set(listed.items.indices.filter(isItself).map { real[$0] })
    var kept = listed
    kept.items = listed.items.indices.filter { isItself($0) || !targets.contains(real[$0]) }.map { listed.items[$0] }
    return kept
  }

  func sequenceStep(
    _ path: String, read source: String, _ sequence: Double, _ isFolder: Bool
  ) throws(WorkspaceError) -> WorkspaceChange.Step? {
    if isFolder {
      let file = try settings(of: source)
      if BruFormat.isFile(file.path) { throw BruFormat.notEditable(file.path) }
      if file.sequence == sequence { return nil }
      let place = FilePaths.join(path, FilePaths.name(of: file.path))
      if file.bytes.isEmpty {
        let bytes = YAMLEmitter.file(SettingsWriter.folder(named: file.name, sequence: sequence))
        return .order(path: place, old: nil, new: bytes)
      }
      let document = try parsed(file.bytes, file.path)
      let (bytes, _) = try patched(document, file.path) { root in
        var root = root
        root.update("info", order: SettingsWriter.collectionOrder) {
          $0.put("seq", .bare(NumberText.text(sequence)), order: RequestWriter.infoOrder)
        }
        return root
      }
      return .order(path: place, old: file.bytes, new: bytes)
    }
    let file = try request(at: source)
    if TreeOrder.sequence(file.definition.sequence) == sequence { return nil }
    var definition = file.definition
    definition.sequence = sequence
    return .order(path: path, old: file.bytes, new: try file.text(with: definition).bytes)
  }
}
