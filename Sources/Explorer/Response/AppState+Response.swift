import Networking
import Terminal

extension AppState {
  mutating func apply(_ action: ResponseAction) -> [Effect] {
    switch action {
    case .sendConfirmed(let key): return send(key)
    case .transfer(let key, let id, let event): return receive(event, of: key, send: id)
    case .refused(let key, let id, let refusal):
      guard sending(key)?.id == id else { return [] }
      sessions[key]?.response.phase = .refused(refusal)
      return say(.error, refusal.message)
    case .tick(let key, let id):
      guard sending(key)?.id == id else { return [] }
      return [.after(.milliseconds(100), .response(.tick(key, send: id)))]
    case .tabChosen(let tab):
      session?.response.tab = tab
      return []
    }
  }

  func sending(_ key: RequestKey) -> Sending? {
    if case .sending(let sending) = sessions[key]?.response.phase { return sending }
    return nil
  }

  private mutating func receive(_ event: TransferEvent, of key: RequestKey, send id: Int) -> [Effect] {
    guard var sending = sending(key), sending.id == id else { return [] }
    switch event {
    case .started(let request):
      sending.method = request.method
      sending.url = request.url
    case .progress(let progress): sending.progress = progress
    case .head(let head, _): sending.head = head
    case .informational, .continued: break
    case .finished(let exchange):
      let effects = sessions[key]?.response.finish(with: exchange, key: key) ?? []
      return effects + [.files(.loadHistory)]
    }
    sessions[key]?.response.phase = .sending(sending)
    return []
  }

  var responseContext: Context { session?.response.tab == .body ? .document : .facts }

  mutating func performInResponse(_ command: Command) -> [Effect] {
    []
  }

  mutating func clickResponse(_ mouse: Mouse, in rect: Rect) -> [Effect] {
    []
  }
}

extension AppState {
  mutating func pickedCopy(_ id: String) -> [Effect] { [] }
  mutating func answeredInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] { [] }
  mutating func typedInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] { [] }
  mutating func abandonedInResponse(_ purpose: Prompt.Purpose) -> [Effect] { [] }
}
