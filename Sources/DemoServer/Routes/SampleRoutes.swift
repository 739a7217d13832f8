import Basics

/// Imitates two well-known APIs as far as the samples in the documentation use them: dog pictures, and an assistant
/// that repeats its input.
enum SampleRoutes {
  static let routes = [
    Route("GET", "dogs/breeds/list/all", "every breed with its kinds, in an envelope") { _ throws(Problem) in
      .json(["message": .object(breeds), "status": "success"])
    },
    Route("GET", "dogs/breed/:breed/images/random", "the URL of a picture of that breed") { request throws(Problem) in
      guard breeds.contains(where: { $0.name == request.parameters["breed"] }) else {
        return .json(
          ["status": "error", "message": "Breed not found (main breed does not exist)", "code": 404], status: 404)
      }
      return .json([
        "message": .string("http://\(request.header("Host") ?? "localhost")/image.png"), "status": "success",
      ])
    },
    Route("POST", "v1/chat/completions", "an assistant's answer; any bearer token works") { request throws(Problem) in
      guard request.header("Authorization")?.hasPrefix("Bearer ") == true else {
        return failure(401, "You didn't provide an API key.", "invalid_request_error")
      }
      let input = try RecordRoutes.document(of: request)
      guard let said = input["messages"]?.array?.last?["content"]?.string, let model = input["model"] else {
        return failure(400, "you must provide a model and messages", "invalid_request_error")
      }
      return completion(of: said, model)
    },
  ]

  private static let breeds: [JSONValue.Member] = [
    .init("beagle", []), .init("hound", ["afghan", "basset"]), .init("pug", []),
  ]

  private static func completion(of said: String, _ model: JSONValue) -> Answer {
    let message: JSONValue = ["role": "assistant", "content": .string("You said: \(said)")]
    return .json([
      "id": "chatcmpl-demo", "object": "chat.completion", "model": model,
      "choices": [["index": 0, "message": message, "finish_reason": "stop"]],
    ])
  }

  private static func failure(_ status: Int, _ message: String, _ type: JSONValue) -> Answer {
    .json(["error": ["message": .string(message), "type": type, "param": .null, "code": .null]], status: status)
  }
}
