extension Picker {
  static func methods(current: String) -> Picker {
    let names = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    let items = names.map { Item(id: $0, title: $0, token: .method($0)) }
    return Picker("Method (or type your own)", .method, items: items, selected: current, takesTyped: true)
  }
}
