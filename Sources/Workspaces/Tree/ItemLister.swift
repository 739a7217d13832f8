/// What a folder's own file says about its place in the tree.
struct FolderFacts: Sendable {
  var name: String?
  var sequence: Double?
  var isMixed = false
  var fault: Notice?
}

/// Lists one item's file: with a quick scan, and a full parse if that is not enough.
struct ItemLister: Sendable {
  let files: FileSystem

  /// - Parameter id: its path in the collection without the extension.
  func request(_ path: String, id: String) -> RequestNode {
    do {
      let bytes = try files.read(path, FileSystem.largestFile)
      var node = listed(bytes, path, id)
      node.usedAnswers = AnswerReferences.names(in: bytes)
      return node
    } catch {
      return faulty(path, id, Notice(.error, path, error.message))
    }
  }

  private func listed(_ bytes: [UInt8], _ path: String, _ id: String) -> RequestNode {
    if BruFormat.isFile(path) { return bru(bytes, path, id) }
    if let head = HeadScanner.head(of: bytes), let node = node(head, path, id) { return node }
    return parsed(bytes, path, id)
  }

  /// Name and `seq` in `folder.yml`, and its fault.
  func folder(_ path: String) -> FolderFacts {
    do {
      let bytes = try files.read(path, FileSystem.largestFile)
      if BruFormat.isFile(path) {
        let document = try BruDocument(bytes)
        return FolderFacts(
          name: document.value("meta", "name"), sequence: document.value("meta", "seq").flatMap(Double.init))
      }
      if let head = HeadScanner.head(of: bytes), !head.keys.contains("extensions") {
        return FolderFacts(name: head.name.isEmpty ? nil : head.name, sequence: head.sequence)
      }
      let root = try YAMLDocument(bytes).root
      let name = root?["info"]?["name"]?.text ?? ""
      return FolderFacts(
        name: name.isEmpty ? nil : name, sequence: root?["info"]?["seq"]?.number, isMixed: TreeOrder.isMixed(root))
    } catch let error as YAMLError {
      return FolderFacts(fault: Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    } catch let error as FileError {
      return error.reason == .missing ? FolderFacts() : FolderFacts(fault: Notice(.error, path, error.message))
    } catch {
      return FolderFacts(fault: Notice(.error, path, "cannot be read"))
    }
  }

  private func node(_ head: HeadScanner.Head, _ path: String, _ id: String) -> RequestNode? {
    guard !head.type.isEmpty else { return nil }
    let kind = RequestDefinition.Kind(word: head.type)
    let method = head.method.isEmpty ? kind == .graphql ? "POST" : kind == .http ? "GET" : "" : head.method
    return RequestNode(
      id: id, path: path, name: head.name.isEmpty ? RequestReader.defaultName(kind) : head.name, kind: kind,
      method: method, url: head.url, sequence: head.sequence, tags: head.tags)
  }

  private func parsed(_ bytes: [UInt8], _ path: String, _ id: String) -> RequestNode {
    do {
      let document = try YAMLDocument(bytes)
      var reader = RequestReader(path: path, document: document)
      let (made, _) = try reader.definition()
      return RequestNode(
        id: id, path: path, name: made.name, kind: made.kind, method: made.method, url: made.url,
        sequence: made.sequence, tags: made.tags)
    } catch let error as YAMLError {
      return faulty(path, id, Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    } catch WorkspaceError.invalid(let notice) {
      return faulty(path, id, notice)
    } catch {
      return faulty(path, id, Notice(.error, path, "\(error)"))
    }
  }

  private func bru(_ bytes: [UInt8], _ path: String, _ id: String) -> RequestNode {
    do throws(WorkspaceError) {
      let made = try BruFormat.definition(bytes, path).definition
      return RequestNode(
        id: id, path: path, name: made.name, kind: made.kind, method: made.method, url: made.url,
        sequence: made.sequence, tags: made.tags)
    } catch .invalid(let notice) {
      return faulty(path, id, notice)
    } catch {
      return faulty(path, id, Notice(.error, path, error.description))
    }
  }

  private func faulty(_ path: String, _ id: String, _ fault: Notice) -> RequestNode {
    RequestNode(
      id: id, path: path, name: FilePaths.name(of: path), kind: .unsupported("invalid"), method: "", url: "",
      fault: fault)
  }
}
