import Foundation
import Networking
import Testing

@testable import Explorer
@testable import Workspaces
@testable import apus

@Suite("Several folders on one screen") struct FolderMergeTests {
  private static let folders = ["/ours", "/theirs"]
  private let route = FolderRoute(folders: Self.folders)

  private func summary(_ id: String, collection: String? = nil) -> HistorySummary {
    HistorySummary(
      id: id, date: Date(timeIntervalSince1970: 0), method: "GET", url: "http://x/", status: 200,
      duration: .zero, requestID: "a", collection: collection)
  }

  private func tree(_ path: String, _ collection: String? = nil) -> WorkspaceTree {
    WorkspaceTree(
      name: String(path.dropFirst()), path: path,
      collections: [CollectionNode(name: "Shop", path: collection ?? path)])
  }

  @Test("The tree is complete when every folder is listed, in command-line order")
  func trees() {
    var merge = FolderMerge(Self.folders)
    #expect(merge.received(.files(.treeLoaded(tree("/theirs"))), from: 1).isEmpty)
    guard case .files(.treeLoaded(let both))? = merge.received(.files(.treeLoaded(tree("/ours"))), from: 0).first else {
      Issue.record("the tree is not loaded")
      return
    }
    #expect(both.collections.map(\.path) == Self.folders && both.openFolders == Self.folders)
    #expect(both.collections.map { both.shownName(of: $0) } == ["Shop (ours)", "Shop (theirs)"])
    #expect(both.folder(of: "/theirs/x.yml") == "/theirs" && both.folder(of: "/elsewhere") == "/ours")
  }

  @Test("The histories are merged, newest first, and an exchange is read from its folder")
  func histories() {
    var merge = FolderMerge(Self.folders)
    _ = merge.addressed(.loadHistory(HistoryRequest()), by: route)
    _ = merge.received(.history(.loaded([summary("3"), summary("1")])), from: 0)
    guard
      case .history(.loaded(let entries, _, _))? = merge.received(
        .history(.loaded([summary("2", collection: "shop")])), from: 1
      ).first
    else {
      Issue.record("the history is not loaded")
      return
    }
    #expect(entries.map(\.id) == ["3", "2", "1"])
    // Requests with the same path in two collections are different.
    #expect(entries.map(\.collection) == ["ours", "theirs/shop", "ours"])
    #expect(merge.addressed(.loadExchange(id: "2"), by: route).map(\.0) == [1])
    #expect(merge.addressed(.forgetExchange(id: "1"), by: route).map(\.0) == [0])
  }

  @Test("The last answer of a request is looked up under the name of its collection in its own folder")
  func lastAnswer() {
    var merge = FolderMerge(Self.folders)
    for (path, merged, own) in [("/theirs/shop/a.yml", "theirs/shop", "shop"), ("/theirs/a.yml", "theirs", nil)] {
      var filter = HistoryFilter()
      (filter.requestID, filter.collection) = ("a", merged)
      let addressed = merge.addressed(.recall(.file(path), filter), by: route)
      filter.collection = own
      #expect(addressed.map(\.0) == [1] && addressed.map(\.1) == [.recall(.file(path), filter)])
    }
  }

  @Test("Each folder continues at its own position in its history")
  func older() {
    var merge = FolderMerge(Self.folders)
    let first = merge.addressed(.loadHistory(HistoryRequest()), by: route)
    #expect(first.count == 2)
    let cursor = HistoryPage.Cursor(month: "2026-01", offset: 7)
    _ = merge.received(.history(.loaded([summary("3")])), from: 0)
    _ = merge.received(.history(.loaded([summary("2")], next: cursor)), from: 1)
    let older = merge.addressed(.loadHistory(HistoryRequest(nil, from: cursor)), by: route)
    #expect(older.map(\.0) == [1])
    guard case .loadHistory(let request)? = older.first?.1 else {
      Issue.record("\(older)")
      return
    }
    #expect(request.from == cursor)
  }

  @Test("An undo step goes to its own folder")
  func undo() {
    var merge = FolderMerge(Self.folders)
    let own = FileUndo(token: "1", label: "Deleted")
    let posted = merge.received(.files(.changed(tree("/theirs"), select: nil, undo: own, said: "")), from: 1)
    guard case .files(.changed(_, _, let undo?, _, _))? = posted.first else {
      Issue.record("no step of undo")
      return
    }
    let back = merge.addressed(.change(.undo(undo)), by: route)
    #expect(back.map(\.0) == [1] && back.map(\.1) == [.change(.undo(own))])
  }

  @Test("An exchange is resent in its own collection, not in the current one")
  func owner() {
    var merge = FolderMerge(Self.folders)
    _ = merge.received(.files(.treeLoaded(tree("/theirs"))), from: 1)
    let posted = merge.received(
      .files(
        .exchangeLoaded(
          id: "2", RequestDefinition(name: "A"), Exchange(startedAt: Date(timeIntervalSince1970: 0)), collection: nil)),
      from: 1)
    guard case .files(.exchangeLoaded(_, _, _, let collection, _, _))? = posted.first else {
      Issue.record("no exchange")
      return
    }
    #expect(collection == "/theirs")
  }

  @Test("Items cannot move between folders opened side by side")
  func moves() {
    let both = WorkspaceTree(beside: [tree("/ours"), tree("/theirs")])
    let picker = Picker.folders(in: both, moving: "/theirs/a.yml")
    #expect(picker.items.map(\.id) == ["/theirs"])
  }

  @Test("A run uses the folder of its requests, and ends a run in another folder")
  func runs() {
    var merge = FolderMerge(Self.folders)
    func begin(_ number: Int, _ path: String) -> RunEffect {
      let node = RequestNode(id: "a", path: path, name: "A", method: "GET", url: "")
      return .begin(
        run: number, RunOrder(nodes: [node], rows: [], parallel: 1, inputs: VariableInputs(), isConfirmed: false))
    }
    #expect(merge.addressed(begin(1, "/ours/a.yml"), by: route).map(\.0) == [0])
    #expect(merge.addressed(.stop(run: 1), by: route).map(\.0) == [0])
    let second = merge.addressed(begin(2, "/theirs/a.yml"), by: route)
    #expect(second.map(\.0) == [0, 1] && second.first?.1 == .cancel(run: 1))
    #expect(merge.addressed(.stop(run: 2), by: route).map(\.0) == [1])
  }

  @Test("Effects go to the nearest folder around their file")
  func routes() {
    let route = FolderRoute(folders: ["/ours", "/ours/inner", "/ours2"])
    #expect(route.folder(of: "/ours/a.yml") == 0)
    #expect(route.folder(of: "/ours/inner/a.yml") == 1)
    #expect(route.folder(of: "/ours2/a.yml") == 2)
    #expect(route.folder(of: nil) == 0)
  }
}
