import Networking
import Terminal
import Workspaces

/// The fields of one cookie.
extension CookiesFeature {
  static func press(_ key: Key, _ state: inout State, in given: Surroundings) -> [Outcome] {
    switch key {
    case .escape, .control("c"): return leaveForm(&state, in: given)
    case .enter where state.form?.current == CookieForm.Field.allCases.last: return leaveForm(&state, in: given)
    case .enter, .tab, .down: state.form?.move(by: 1)
    case .backTab, .up: state.form?.move(by: -1)
    default: state.form?.handle(key)
    }
    return []
  }

  /// Keeps what was typed. What is no cookie stays to be gone on with.
  static func leaveForm(_ state: inout State, in given: Surroundings) -> [Outcome] {
    guard var form = state.form else { return [] }
    state.form = nil
    guard form.isChanged else {
      state.unfinished = nil
      return []
    }
    do throws(CookieForm.Fault) {
      let cookie = try form.cookie(at: given.clock)
      (state.submitted, state.unfinished) = (form, nil)
      let former = form.original.map { [$0] } ?? []
      let outcomes = change(CookieChange(removing: former, adding: [cookie]), &state)
      if let row = state.listed.firstIndex(where: { $0.isSlot(of: cookie) }) { state.cursor.row = row }
      return outcomes
    } catch {
      form.current = error.field
      state.unfinished = form
      let key = form.original == nil ? "\(key: "cookieAdd")" : "\(key: "enter")"
      return [.said(.warning, "\(error.message); \(key) brings back what was typed")]
    }
  }
}
