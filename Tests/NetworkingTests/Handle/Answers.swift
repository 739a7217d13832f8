import Basics
import Foundation
import HTTPTypes
import Networking

/// A response as returned by a client, for tests of stage 3.
func makeResponse(
  _ body: some Sequence<UInt8>, status: Int = 200, type: String? = "application/json", method: HTTPRequest.Method = .get
) throws -> Response {
  let request = try Request.with(RequestConfig(url: "http://h/things")) { $0.method = method }
  var headers = Headers()
  headers["Content-Type"] = type
  let head = ResponseHead(status: HTTPResponse.Status(code: status), headers: headers)
  let store = ByteStore(Array(body))
  let exchange = Exchange(startedAt: Date(), hops: [], body: store)
  return Response(request: request, exchange: exchange, head: head, body: store)
}

func makeResponse(_ body: String, status: Int = 200, type: String? = "application/json") throws -> Response {
  try makeResponse(Array(body.utf8), status: status, type: type)
}
