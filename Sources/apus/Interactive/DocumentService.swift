import Basics
import Documents
import Essentials
import Explorer
import Networking
import Pictures
import Sessions

/// Processes documents off the main thread, one at a time, so that only one task advances a document.
actor DocumentService {
  func run(_ effect: DocumentEffect, post: @escaping Services.Post) {
    switch effect {
    case .index(let key, let document): index(document, key, post)
    case .search(let key, let search): reportingOften(key, .searchAdvanced, post) { search.advance() }
    case .filter(let key, let document, let path, let serial): filter(document, path, key, serial, post)
    case .join(let key, let joiner, let messages, let document): join(messages, with: joiner, document, key, post)
    case .sift(let key, let filter, let messages):
      reportingOften(key, .indexed, post) { filter.advance(in: messages) }
    case .table(let key, let document, let arrays, let serial):
      document.advanceToEnd()
      post(.response(.tableMade(serial: serial, DocumentTable(document, arraysAt: arrays)), of: key))
    case .sortTable(let key, var table, let sorting, let serial):
      table.sort(byColumn: sorting?.column, ascending: sorting?.isAscending ?? true)
      post(.response(.tableSorted(serial: serial, table, sorting), of: key))
    case .picture(let key, let document, let side, let serial):
      post(.response(.pictured(serial: serial, picture(document, side)), of: key))
    case .compare(let key, let old, let new, let serial):
      post(.response(.compared(serial: serial, ExchangeComparison(from: old, to: new)), of: key))
    case .save(let store, let path, let replacing): save(store, path, replacing, post)
    }
  }

  /// Posts progress after the first slice, so that the first page appears immediately, then at intervals.
  private func index(_ document: Document, _ key: RequestKey, _ post: Services.Post) {
    reportingOften(key, .indexed, post) { document.advance() }
  }

  /// Joins the messages of an answer. Most answers join to nothing and report nothing.
  private func join(
    _ messages: StreamedMessages, with joiner: JoinedText, _ document: Document, _ key: RequestKey,
    _ post: Services.Post
  ) {
    let before = joiner.store.count
    while joiner.advance(with: messages) {}
    if joiner.store.count > before { index(document, key, post) }
  }

  private func reportingOften(
    _ key: RequestKey, _ progress: ResponseFeature.Action, _ post: Services.Post, _ step: () -> Bool
  ) {
    var reportedAt = ContinuousClock.now - .seconds(1)
    while step() {
      if ContinuousClock.now - reportedAt > .milliseconds(30) {
        post(.response(progress, of: key))
        reportedAt = .now
      }
    }
    post(.response(progress, of: key))
  }

  private func filter(
    _ document: Document, _ path: JSONPath, _ key: RequestKey, _ serial: Int, _ post: Services.Post
  ) {
    document.advanceToEnd()
    let (result, origins) = path.filtered(document, onTooLong: { post(.notified(.warning, JSONPathEnd.tooLongReason)) })
    result.advanceToEnd()
    post(.response(.filtered(serial: serial, result, origins: origins), of: key))
  }

  private func picture(_ document: Document, _ longestSide: Int) -> DerivedPicture.Result {
    guard case .image(let format) = document.kind else { return .failed("This is not a picture.") }
    do { return .pixels(try PictureDecoder.decode(document.store, as: format, longestSide: longestSide)) } catch {
      return .failed("\(error)")
    }
  }

  private func save(_ store: ByteStore, _ path: String, _ replacing: Bool, _ post: Services.Post) {
    let path = HomePath.expanded(path, ProcessInfo.processInfo.environment)
    if !replacing, FileManager.default.fileExists(atPath: path) {
      return post(.saveCollided(store, path: path))
    }
    do {
      let file = try OutputFile(path, mayWait: false)
      // The file must contain exactly the received bytes.
      do { try store.withUnsafeBytes { bytes throws(Failure) in try file.output.write(raw: bytes) } } catch {
        file.discard()
        throw error
      }
      try file.commit()
      post(.notified(.information, "Saved \(Quantity.bytes(store.count)) to \(path)"))
    } catch {
      post(.notified(.error, "\(error)"))
    }
  }
}
