import Basics
import Synchronization

/// A search through the text of a view, made slice by slice in the background while its answers are already used.
///
/// One task calls `advance`; everything else answers at once. Matches never overlap and come in the order of the text.
public final class DocumentSearch: Sendable, Equatable {
  /// A match and its number.
  public struct Match: Equatable, Sendable {
    /// In the text of the view that was searched.
    public var range: Range<Int>
    /// Counted from 1; `nil` beyond the matches that are kept.
    public var ordinal: Int?
    /// Whether the search had to go on from the other end of the document.
    public var isWrapped: Bool
  }

  public struct Status: Equatable, Sendable {
    /// Matches found so far.
    public var count: Int
    /// Whether all that there is has been searched, and nothing more will come.
    public var isComplete: Bool
    /// Bytes searched so far.
    public var searched: Int
  }

  public let query: SearchQuery
  let layer: Layer
  private let state: Mutex<SearchState>

  /// - Throws: when the query is a regular expression that cannot be read.
  init(_ query: SearchQuery, in layer: Layer) throws(RegexFault) {
    self.query = query
    self.layer = layer
    state = Mutex(try SearchState(query))
  }

  public var status: Status {
    state.withLock { state in
      Status(count: state.count, isComplete: state.isComplete, searched: state.position)
    }
  }

  /// Searches about `budget` bytes more. `false` when there is nothing to do for now.
  @discardableResult
  public func advance(by budget: Int = 1 << 20) -> Bool {
    let index = layer.index
    let step: Range<Int>? = layer.store.withUnsafeBytes { all in
      state.withLock { state in
        let before = state.position
        let worked = state.advance(all, index: index, budget: budget)
        return worked ? before..<max(before, state.position) : nil
      }
    }
    guard let step else { return false }
    layer.store.releasePassed(step)
    return true
  }

  public func advanceToEnd() { while advance(by: 4 << 20) {} }

  /// The matches that touch `range`.
  public func matches(in range: Range<Int>) -> [Range<Int>] {
    state.withLock { $0.matches(in: range) }
  }

  /// The first match that begins at or behind `offset`, else the first of all.
  public func next(from offset: Int) -> Match? {
    state.withLock { state in
      let index = state.starts.firstIndex(sortedNotBefore: offset)
      if index < state.starts.count { return state.match(index, isWrapped: false) }
      return state.starts.isEmpty ? nil : state.match(0, isWrapped: true)
    }
  }

  /// The last match that begins before `offset`, else the last of all.
  public func previous(from offset: Int) -> Match? {
    state.withLock { state in
      let index = state.starts.firstIndex(sortedNotBefore: offset)
      if index > 0 { return state.match(index - 1, isWrapped: false) }
      return state.starts.isEmpty ? nil : state.match(state.starts.count - 1, isWrapped: true)
    }
  }

  public static func == (left: DocumentSearch, right: DocumentSearch) -> Bool { left === right }
}
