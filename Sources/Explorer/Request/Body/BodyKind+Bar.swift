import Workspaces

extension BodyKind {
  /// The kinds in the bar: all offered ones, and the current one.
  static func offered(beside body: BodyDefinition) -> [BodyKind] { all.filter { $0.isOffered || $0 == body.kind } }

  static func bar(of body: BodyDefinition) -> TabBar<BodyKind> {
    TabBar(items: offered(beside: body).map { TabBar.Item(tab: $0, title: $0.title, count: nil, isEmpty: true) })
  }
}
