import Basics
import Synchronization

/// A search in the text of a view, done in slices in the background; its results can be used meanwhile.
///
/// One task calls `advance`; everything else returns immediately. Matches never overlap and are in the order of the
/// text.
package final class DocumentSearch: Sendable, Equatable {
  /// A match and its number.
  package struct Match: Equatable, Sendable {
    /// In the text of the searched view.
    package var range: Range<Int>
    /// Counted from 1; `nil` beyond the limit of stored matches.
    package var ordinal: Int?
    /// Whether the search wrapped around the end of the document.
    package var isWrapped: Bool
  }

  package struct Status: Equatable, Sendable {
    /// The number of matches found so far.
    package var count: Int
    /// Whether everything has been searched, and nothing more will arrive.
    package var isComplete: Bool
    /// Bytes searched so far.
    package var searched: Int
  }

  package let query: SearchQuery
  let layer: Layer
  private let state: Mutex<SearchState>

  /// - Throws: if the query is an invalid regular expression.
  init(_ query: SearchQuery, in layer: Layer) throws(RegexFault) {
    self.query = query
    self.layer = layer
    state = Mutex(try SearchState(query))
  }

  package var status: Status {
    state.withLock { state in
      Status(count: state.count, isComplete: state.isComplete, searched: state.position)
    }
  }

  /// Searches about `budget` bytes more. Returns `false` if there is nothing to do for now.
  @discardableResult
  package func advance(by budget: Int = 1 << 20) -> Bool {
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

  package func advanceToEnd() { while advance(by: 4 << 20) {} }

  /// The matches that overlap `range`.
  package func matches(in range: Range<Int>) -> [Range<Int>] {
    state.withLock { $0.matches(in: range) }
  }

  /// The first match that starts at or after `offset`, else the first of all.
  package func next(from offset: Int) -> Match? {
    state.withLock { state in
      let index = state.starts.firstIndex(sortedNotBefore: offset)
      if index < state.starts.count { return state.match(index, isWrapped: false) }
      return state.starts.isEmpty ? nil : state.match(0, isWrapped: true)
    }
  }

  /// The last match that starts before `offset`, else the last of all.
  package func previous(from offset: Int) -> Match? {
    state.withLock { state in
      let index = state.starts.firstIndex(sortedNotBefore: offset)
      if index > 0 { return state.match(index - 1, isWrapped: false) }
      return state.starts.isEmpty ? nil : state.match(state.starts.count - 1, isWrapped: true)
    }
  }

  package static func == (left: DocumentSearch, right: DocumentSearch) -> Bool { left === right }
}
