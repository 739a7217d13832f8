import Basics

extension ServedTable {
  /// The request of the most specific path, and those of its answers that fit best.
  /// - Returns: `nil` if no request fits; no answers if nothing is known of the one that fits.
  func find(_ method: String, _ target: RequestTarget) -> (request: ServedRequest, answers: [ServedAnswer])? {
    var best: (request: ServedRequest, fit: Fit)?
    for request in requests {
      guard let fit = request.fit(method, target) else { continue }
      // Of the same path, one that has an answer; then by the query; of equals the first.
      if let known = best, known.fit.path == fit.path, known.request.answers.isEmpty != request.answers.isEmpty {
        guard known.request.answers.isEmpty else { continue }
      } else if let known = best {
        guard known.fit < fit else { continue }
      }
      best = (request, fit)
    }
    return best.map { ($0.request, $0.request.best(method, target)) }
  }

  /// The known requests that are most like one that nothing answers, in words.
  func nearest(_ method: String, _ target: RequestTarget) -> [String] {
    let known = requests.prefix(2000).map(\.shown)
    let asked = "\(method) /\(target.path.joined(separator: "/"))"
    var seen: Set<String> = []
    return NearestWord.ranked(asked, among: known, most: 12).map { known[$0] }.filter { seen.insert($0).inserted }
      .prefix(3).map(\.self)
  }
}

extension ServedRequest {
  /// As it is listed: `GET /users/{}`.
  package var shown: String { "\(method) \(target.shown)" }

  /// How well it fits, by its own target or by that of an answer.
  fileprivate func fit(_ asked: String, _ target: RequestTarget) -> Fit? {
    let own = answers.compactMap { answer in
      Self.isSame(answer.method ?? method, asked) ? answer.target?.match(target) : nil
    }
    let general = Self.isSame(method, asked) ? self.target.match(target) : nil
    return (own + [general].compactMap(\.self)).max()
  }

  /// Its answers that fit best: those to exactly this come before those to another page or user, and examples before
  /// what was recorded.
  fileprivate func best(_ asked: String, _ target: RequestTarget) -> [ServedAnswer] {
    let ranked = answers.compactMap { answer -> (answer: ServedAnswer, rank: Rank)? in
      let isOfMethod = Self.isSame(answer.method ?? method, asked)
      if isOfMethod, let own = answer.target, let fit = own.match(target) {
        return (answer, Rank(fit: fit, isOwn: 1, isExample: answer.isExample ? 1 : 0))
      }
      guard Self.isSame(method, asked), let fit = self.target.match(target) else { return nil }
      let isElsewhere = answer.target != nil || !isOfMethod
      return (answer, Rank(fit: fit, isOwn: isElsewhere ? 0 : 1, isExample: answer.isExample ? 1 : 0))
    }
    guard let best = ranked.map(\.rank).max() else { return [] }
    return ranked.filter { !($0.rank < best) }.map(\.answer)
  }

  /// A server answers HEAD as it does GET.
  private static func isSame(_ own: String, _ asked: String) -> Bool {
    own.uppercased() == asked || asked == "HEAD" && own.uppercased() == "GET"
  }
}

/// How well an answer fits a request, to choose the best.
private struct Rank: Comparable {
  var fit: Fit
  var isOwn: Int
  var isExample: Int

  static func < (one: Rank, other: Rank) -> Bool {
    if one.fit.path != other.fit.path { return one.fit < other.fit }
    return (one.isOwn, one.fit.query, one.isExample) < (other.isOwn, other.fit.query, other.isExample)
  }
}
