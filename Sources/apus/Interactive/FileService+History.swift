import Explorer
import Networking
import Sessions
import Workspaces

extension FileService {
  private static let pageOfHistory = 1000

  /// Posts matching entries as they are found; the first one immediately.
  func search(_ request: HistoryRequest, _ filter: HistoryFilter, _ post: @escaping Services.Post) {
    searching?.cancel()
    searching = Task.detached { [workspace] in
      let history = History(workspace: workspace)
      var (next, left, hasReported) = (request.from, Self.pageOfHistory, false)
      repeat {
        do throws(WorkspaceError) {
          let end = ContinuousClock.now + .milliseconds(30)
          let page = try history.list(limit: left, from: next, matching: filter) {
            !Task.isCancelled && ContinuousClock.now < end
          }
          guard !Task.isCancelled else { return }
          if !page.entries.isEmpty || page.next == nil {
            // The first results replace those of the previous filter.
            post(
              .history(
                .loaded(
                  page.entries, next: page.next, for: hasReported ? HistoryRequest(filter, from: next) : request)))
            hasReported = true
          }
          if let notice = page.notices.first { post(.notified(.warning, "\(notice)")) }
          left -= page.entries.count
          next = page.next
        } catch {
          return post(.notified(.warning, error.description))
        }
      } while next != nil && left > 0
    }
  }

  /// Posts the exchanges that other programs add, such as `apus listen`.
  private func watchHistory(_ post: @escaping Services.Post) {
    guard watchingHistory == nil else { return }
    let history = History(workspace: workspace)
    watchingHistory = Task.detached {
      for await _ in WorkspaceWatch.changes(of: history.folder) {
        // An unreadable history is reported when it is opened.
        guard let page = try? history.list(limit: 100) else { continue }
        for entry in page.entries.reversed() { post(.history(.recorded(entry))) }
      }
    }
  }

  func loadHistory(_ request: HistoryRequest, _ post: @escaping Services.Post) {
    watchHistory(post)
    lanes.history.begin { [workspace] isWanted in
      do throws(WorkspaceError) {
        let page = try History(workspace: workspace).list(limit: Self.pageOfHistory, from: request.from) { isWanted() }
        guard isWanted() else { return }
        post(.history(.loaded(page.entries, next: page.next, for: request)))
        if let why = workspace.privateFolder.refusal() { post(.history(.refused(why))) }
        if let notice = page.notices.first { post(.notified(.warning, "\(notice)")) }
      } catch {
        post(.notified(.warning, error.description))
      }
    }
  }

  func loadComparand(_ key: RequestKey, _ id: String, _ post: @escaping Services.Post) {
    read(id, in: lanes.comparand, post) { post(.response(.comparandLoaded($0.exchange), of: key)) }
  }

  func loadPreview(_ id: String, _ post: @escaping Services.Post) {
    read(id, in: lanes.preview, post) { [workspace] record in
      let definition = record.definition(in: workspace, defaults: LiveClient.defaults)
      post(.historyPage(.previewLoaded(id: id, definition, record.exchange)))
    }
  }

  func forget(_ id: String, _ post: Services.Post) {
    do throws(WorkspaceError) {
      guard let forgotten = try History(workspace: workspace).forget(id) else {
        return post(.notified(.warning, "That exchange is no longer in the history"))
      }
      post(.history(.forgotten(id: id)))
      post(.historyPage(.forgotten(forgotten)))
    } catch {
      post(.notified(.error, error.description))
    }
  }

  func restore(_ forgotten: ForgottenExchange, _ post: Services.Post) {
    do throws(WorkspaceError) {
      let isWhole = try History(workspace: workspace).restore(forgotten)
      post(.historyPage(.restored(id: forgotten.id)))
      post(.history(.reloadRequested))
      post(isWhole ? .notified(.information, "Restored") : .notified(.warning, "Restored without its body"))
    } catch {
      post(.historyPage(.restoreFailed(id: forgotten.id)))
      post(.notified(.error, error.description))
    }
  }

  /// Reads the exchange with this identifier, wherever it is in the history.
  /// - Parameter unread: the action to post if there is none.
  private func read(
    _ id: String, in lane: ReadingLane, _ post: @escaping Services.Post,
    unread: @escaping @Sendable (Message.Kind, String) -> Action = { .notified($0, $1) },
    _ found: @escaping @Sendable (HistoryRecord) -> Void
  ) {
    lane.begin { [workspace] isWanted in
      do throws(WorkspaceError) {
        let record = try History(workspace: workspace).record(id)
        guard isWanted() else { return }
        guard let record else {
          return post(unread(.warning, "That exchange is no longer in the history"))
        }
        found(record)
      } catch {
        if isWanted() { post(unread(.error, error.description)) }
      }
    }
  }

  /// Removes exchanges beyond the limits. Posts nothing if nothing was removed, because this runs at every start.
  func prune(_ retention: HistoryRetention, _ post: @escaping Services.Post) {
    aside { [workspace, weak self] in
      do {
        let adopted = History(workspace: workspace).adoptInterrupted()
        guard try History(workspace: workspace).prune(retention) + adopted > 0 else { return }
        await self?.loadHistory(HistoryRequest(), post)
      } catch {
        post(.notified(.warning, "\(error)"))
      }
    }
  }

  func loadExchange(_ id: String, _ post: @escaping Services.Post) {
    let unread: @Sendable (Message.Kind, String) -> Action = { .files(.exchangeUnreadable(id: id, $0, $1)) }
    read(id, in: lanes.exchange, post, unread: unread) { [workspace] record in
      let definition = record.definition(in: workspace, defaults: LiveClient.defaults)
      let collection = record.collection.map { "\(workspace.path)/\($0)" } ?? workspace.path
      post(
        .files(
          .exchangeLoaded(
            id: id, definition, record.exchange, collection: collection, assertions: record.assertions,
            scripts: ScriptResults(recorded: record.scripts))))
      if let omitted = record.omittedBody { post(.notified(.information, "Not shown: \(omitted)")) }
      if let omitted = record.omittedSentBody { post(.notified(.warning, "Cannot be resent: \(omitted)")) }
    }
  }
}

extension FileService {
  /// Saves a recorded answer next to its request.
  func record(_ exchange: Exchange, _ path: String, _ post: @escaping Services.Post) {
    // An answer of an earlier session comes from the history, where its secrets are masked.
    let redaction = redactions[path] ?? .standard
    let outcome = workspace.recordSnapshot(of: exchange, forRequestAt: path, redaction: redaction)
    switch outcome {
    case .recorded(let file, let undo):
      let made = ItemChange(path: path, undo: undo)
      let message = "Recorded in \(file): \(key: "save") saves the test, \(key: "undo") undoes it"
      report(nil, made, message, label: "Recorded the answer to \(name(path))", post)
    case .unchanged: post(.notified(.information, outcome.sentence))
    case .refused: post(.notified(.error, outcome.sentence))
    }
  }
}

extension FileService {
  /// Posts the variables of a request. Uses cached values until something on disk changes, so that editing a variable
  /// reads no file.
  func loadVariables(
    _ key: RequestKey, _ draft: RequestDefinition, _ terms: SendTerms, _ post: @escaping Services.Post
  ) {
    let path = key.contextPath ?? terms.collection ?? workspace.path
    let place = FolderContexts.Place(
      folder: key.contextPath.map(\.folder) ?? path, environment: terms.environment, inputs: terms.inputs)
    let inherits = terms.inherits
    if let known = surroundings[place] {
      // An older reading must not post its result after this one.
      lanes.variables.supersede()
      return report(known.inheriting(inherits), key, draft, post)
    }
    var all = terms.inputs
    all.process = process
    lanes.variables.begin { [workspace, all, weak self] isWanted in
      do throws(WorkspaceError) {
        let context = try workspace.shownContext(for: path, environment: place.environment, inputs: all)
        guard isWanted() else { return }
        await self?.know(context, of: place)
        await self?.report(context.inheriting(inherits), key, draft, post)
      } catch {
        if isWanted() { post(.notified(.warning, error.description)) }
      }
    }
  }

  private func know(_ context: SendContext, of place: FolderContexts.Place) { surroundings[place] = context }

  private func report(
    _ context: SendContext, _ key: RequestKey, _ draft: RequestDefinition, _ post: Services.Post
  ) {
    let context = context.around(draft)
    let defaults = LiveClient.defaults.headers.fields.map { Row($0) }
    post(
      .files(
        .variablesLoaded(
          key, context.table(for: draft), certificates: context.certificates, proxy: context.ownProxy,
          surroundings: RequestSurroundings(
            layers: context.layers, defaults: defaults, configuration: context.configuration))))
  }

  /// Drops cached values; call this after a change that is not watched, such as to a secret in the user's own folder.
  func forgetSurroundings() { surroundings.forget() }
}

extension RequestKey {
  /// The path for inherited settings: a folder's settings inherit like a request in the same place.
  var contextPath: String? {
    path.map { SettingsFile.kind(at: $0) == .folder ? $0.folder : $0 }
  }
}
